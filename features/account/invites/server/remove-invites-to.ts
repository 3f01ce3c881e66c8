import type { Database } from '@playhead/postgres/client.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import { deleteInvitesTo } from './invites.sql.ts'

/** Deletes the invites to an address that a person no longer has; each organization's audit trail records it. */
export const removeInvitesTo = async (transaction: Database, email: string, actor: Actor) => {
  for (const invite of await deleteInvitesTo(transaction, email))
    await recordChange({ organizationId: invite.organization_id, postgres: transaction }, actor, {
      action: 'invite.deleted',
      subjectId: invite.id,
      subjectName: invite.email,
      detail: { because: 'address changed' },
    })
}
