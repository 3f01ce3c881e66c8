import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange } from '@playhead/server-kit/changes.ts'
import { deleteInvitesTo } from './invites.sql.ts'

/** The links mailed to an address that a person gave up: each organization sees in its trail that its invite is gone. */
export const removeInvitesTo = async (transaction: Database, email: string, actor: Actor) => {
  for (const invite of await deleteInvitesTo(transaction, email))
    await recordChange({ organizationId: invite.organization_id, postgres: transaction }, actor, {
      action: 'invite.deleted',
      subjectId: invite.id,
      subjectName: invite.email,
      detail: { because: 'address changed' },
    })
}
