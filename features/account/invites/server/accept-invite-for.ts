import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import {
  insertEnvironmentAccess,
  upsertMembership,
} from '@playhead/server-kit/identity/members.sql.ts'
import { findOrganizationState, takeInvite } from './invites.sql.ts'

interface Accepting {
  inviteId: string
  userId: string
  /** A verified address of this person; the invite must be for it. */
  email: string
  now: Date
  actor: Actor
}

/** Makes the person a member and uses up the invite. Call it inside a transaction. */
export const acceptInviteFor = async (
  transaction: Database,
  { inviteId, userId, email, now, actor }: Accepting,
): Promise<{ organizationId: string }> => {
  const invite = await takeInvite(transaction, inviteId, email, now)
  if (!invite) throw notFound('invite')
  const organization = { id: invite.organization_id, postgres: transaction }
  const { cancelled_at: cancelledAt } = await findOrganizationState(organization)
  if (cancelledAt) throw forbidden('This organization is cancelled and read-only.')
  await upsertMembership(organization, userId, invite.admin)
  await insertEnvironmentAccess(organization, userId, invite.environment_ids)
  await recordChange({ organizationId: organization.id, postgres: transaction }, actor, {
    action: 'invite.accepted',
    subjectId: invite.id,
    subjectName: invite.email,
    detail: { user_id: userId, admin: invite.admin, environments: invite.environment_ids },
  })
  return { organizationId: organization.id }
}
