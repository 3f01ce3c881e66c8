import { notFound } from '@playhead/contract-kit/errors.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type InviteName, lockInvite } from './invites.sql.ts'

/** Call it inside a transaction. */
export const lockOpenInvite = async (organization: Organization, now: Date, name: InviteName) => {
  await lockOrganization(organization)
  const found = await lockInvite(organization, now, name)
  if (!found) throw notFound('invite')
  return found
}
