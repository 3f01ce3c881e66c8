import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange } from '@playhead/server-kit/changes.ts'
import { hashToken, sameBytes } from '@playhead/server-kit/secrets.ts'
import {
  findOpenInvite,
  findOrganizationState,
  insertEnvironmentAccess,
  takeInvite,
  upsertMembership,
} from './invites.sql.ts'

interface Accepting {
  inviteId: string
  userId: string
  /** A proven address of this person; the invite must be for it. */
  email: string
  now: Date
  actor: Actor
}

/** Makes somebody a member. To be called inside a transaction: the invite is used up by it. */
export const acceptInviteFor = async (
  transaction: Database,
  { inviteId, userId, email, now, actor }: Accepting,
): Promise<{ organizationId: string }> => {
  const invite = await takeInvite(transaction, inviteId, email, now)
  if (!invite) throw notFound('invite')
  const organization = { id: invite.organization_id, postgres: transaction }
  const { cancelled_at: cancelledAt } = await findOrganizationState(organization)
  if (cancelledAt) throw forbidden('This organization is cancelled; it can be read, not changed.')
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

/** The invite a mailed link stands for: the link proves that its address belongs to whoever opens it. */
export const findInviteOfLink = async (
  postgres: Database,
  link: { inviteId: string; token: string },
  now: Date,
): Promise<{ email: string; organizationId: string } | undefined> => {
  const invite = await findOpenInvite(postgres, link.inviteId, now)
  return invite && sameBytes(invite.token_hash, hashToken(link.token))
    ? { email: invite.email, organizationId: invite.organization_id }
    : undefined
}
