import { removeInvitesTo } from '@playhead/features/account/invites/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'

/** When an account gets another address, links mailed to the old one no longer open it. */
export const revokeLinksOfAddress = async (
  transaction: Database,
  user: { id: string; email: string },
  actor: Actor,
) => {
  const whose = { email: user.email.toLowerCase(), userId: user.id }
  await deleteUnusedLinks(transaction, 'password_reset', whose)
  await deleteUnusedLinks(transaction, 'email_change', whose)
  await deleteUnusedLinks(transaction, 'signup', { ...whose, userId: null })
  await removeInvitesTo(transaction, user.email, actor)
}
