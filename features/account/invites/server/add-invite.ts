import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError } from '@playhead/domain/field-rules.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { isMemberAddress } from '@playhead/server-kit/identity/members.sql.ts'
import { ownEnvironments } from '@playhead/server-kit/identity/own-environments.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { countInvites, insertInvite, type NewInvite } from './invites.sql.ts'

const inviteOpenError = 'This address already has an open invite.'

/** Call it inside a transaction that has locked the organization. */
export const addInvite = async (
  organization: Organization,
  actor: Actor,
  given: NewInvite,
  now: Date,
) => {
  if (await isMemberAddress(organization, given.email)) throw invalidField('email', emailTakenError)
  if ((await countInvites(organization, now, given.email)) > 0)
    throw invalidField('email', inviteOpenError)
  const environmentIds = await ownEnvironments(organization, given.environmentIds)
  const invite = await insertInvite(organization, { ...given, environmentIds })
  await recordChange(trailOf(organization), actor, {
    action: 'invite.created',
    subjectId: invite.id,
    subjectName: invite.email,
    detail: { admin: invite.admin, environments: invite.environment_ids },
  })
  return invite
}
