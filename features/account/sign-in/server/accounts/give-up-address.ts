import { removeInvitesTo } from '@playhead/features/account/team/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { Actor } from '@playhead/server-kit/changes.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'

/** Nothing that was mailed to an address opens the account any more once it has another. */
export const giveUpAddress = async (
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
