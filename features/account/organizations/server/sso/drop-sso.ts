import { forgetSsoSessions } from '@playhead/features/account/sign-in/server'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { deleteSsoConnection, findSsoConnection } from './sso-connection.sql.ts'

export const dropSso = (organization: Organization, actor: Actor) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const stored = await findSsoConnection(tenant)
    if (!stored) throw notFound('single sign-on connection')
    await deleteSsoConnection(tenant)
    await forgetSsoSessions(tenant)
    await recordChange(trailOf(tenant), actor, {
      action: 'sso_connection.deleted',
      subjectId: stored.id,
      subjectName: stored.issuer,
    })
  })
