import type { ReferenceKind } from '@playhead/contract-kit/reference.ts'
import { scopes } from '@playhead/domain/scopes.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { factories } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/incident-rows.ts'
import {
  insertAnnotation,
  insertCustomDashboard,
  insertForeignInvite,
  insertPasskey,
} from './sweep.sql.ts'
import { insertVideoObjects } from './video-objects.sql.ts'

/** An organization with one of every object that an id can point at. */
export const makeTenant = async (database: Database) => {
  const make = factories(database)
  const made = await make.world()
  const token = await make.accessToken(made.environment, [...scopes])
  const objects: Record<ReferenceKind, string> = {
    organization: made.organization.id,
    environment: made.environment.id,
    user: made.member.id,
    invite: await insertForeignInvite(database, made.organization.id),
    access_token: token.id,
    session: made.member.sessionId,
    sso_connection: made.organization.id,
    passkey: await insertPasskey(database, made.admin.id),
    annotation: await insertAnnotation(database, made.environment.id),
    custom_dashboard: await insertCustomDashboard(database, made.environment.id),
    incident: await insertIncident(database, made.environment),
    ...(await insertVideoObjects(database, made.environment.id)),
  }
  return { ...made, token, objects }
}

export type Tenant = Awaited<ReturnType<typeof makeTenant>>
