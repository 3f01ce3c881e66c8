import type { ReferenceKind } from '@playhead/contract-kit/reference.ts'
import { scopes } from '@playhead/domain/scopes.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { insertInvoice } from '@playhead/testing/rows/invoice-rows.ts'
import { insertTestLink } from '@playhead/testing/rows/payment-rows.ts'
import {
  insertAlertRule,
  insertAnnotation,
  insertChange,
  insertCustomDashboard,
  insertForeignInvite,
  insertNotification,
  insertNotificationChannel,
  insertNotificationRule,
  insertPasskey,
  insertSharedCost,
  insertSilence,
  insertStreamingExport,
  insertUsageHour,
} from './sweep.sql.ts'
import { insertVideoObjects } from './video-objects.sql.ts'

/** An incident, and a channel that was told of it. */
const insertToldIncident = async (database: Database, environment: { id: string }) => {
  const incident = await insertIncident(database, environment)
  const channel = await insertNotificationChannel(database, environment.id)
  await insertNotification(database, incident, channel)
  return { incident, notification_channel: channel }
}

/** Inserts one of each object that belongs to an environment. */
export const insertObjectsOf = async (database: Database, environment: { id: string }) => ({
  alert_rule: await insertAlertRule(database, environment.id),
  annotation: await insertAnnotation(database, environment.id),
  silence: await insertSilence(database, environment.id),
  incident_notification_rule: await insertNotificationRule(database, environment.id),
  custom_dashboard: await insertCustomDashboard(database, environment.id),
  streaming_export: await insertStreamingExport(database, environment.id),
  ...(await insertToldIncident(database, environment)),
  ...(await insertVideoObjects(database, environment.id)),
})

/** An invoice, and a payment of it that waits for the payer. */
const insertUnpaid = async (database: Database, organization: { id: string }) => {
  const invoice = await insertInvoice(database, organization)
  return { invoice, payment: await insertTestLink(database, organization, invoice) }
}

/** Creates an organization with one of every object that an id can refer to. */
export const makeTenant = async (database: Database) => {
  const make = aFactory(database)
  const made = await make.world()
  const token = await make.accessToken(made.environment, [...scopes])
  await insertChange(database, made.organization.id)
  await insertUsageHour(database, made.organization, made.environment)
  const flags = JSON.stringify({ streamingExportsViewstream: true })
  await setColumn(database, 'organizations', 'feature_overrides', flags, {
    id: made.organization.id,
  })
  const objects: Record<ReferenceKind, string> = {
    organization: made.organization.id,
    environment: made.environment.id,
    user: made.member.id,
    invite: await insertForeignInvite(database, made.organization.id),
    access_token: token.id,
    session: made.member.sessionId,
    sso_connection: made.organization.id,
    passkey: await insertPasskey(database, made.admin.id),
    // Of the server, not of a tenant.
    shared_cost: await insertSharedCost(database),
    ...(await insertUnpaid(database, made.organization)),
    ...(await insertObjectsOf(database, made.environment)),
  }
  return { ...made, token, objects }
}

export type Tenant = Awaited<ReturnType<typeof makeTenant>>
