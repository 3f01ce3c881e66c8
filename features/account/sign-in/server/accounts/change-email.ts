import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError } from '@playhead/domain/field-rules.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import { limits } from '../limits.ts'
import { emailChangeMail } from '../mails/email-change-mail.ts'
import { emailChangeNoticeMail } from '../mails/email-change-notice-mail.ts'
import { updatePendingEmail } from './email-change.sql.ts'
import { createLink } from './mailed-links.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'
import { findUserByEmail } from './users.sql.ts'

/** A new password confirms the owner: a change of address requested before it may come from another person. */
export const cancelEmailChange = async (
  transaction: Database,
  user: { id: string; email: string },
) => {
  await deleteUnusedLinks(transaction, 'email_change', { email: user.email, userId: user.id })
  await updatePendingEmail(transaction, user.id, null)
}

/** The new address takes effect once the link mailed to it is opened. Forms also send the unchanged address. */
export const changeEmail = async (app: App, session: SessionRow, email: string) => {
  const userId = session.user_id
  if (email === session.email.toLowerCase() || email === session.pending_email) return
  if (session.method === 'sso')
    throw invalidField('email', 'Your e-mail address comes from your single sign-on provider.')
  requireRecentProof(app, session)
  await takeAttempt(app, limits.emailChange, userId)
  if (await findUserByEmail(app.postgres, email)) throw invalidField('email', emailTakenError)
  const { token } = await app.postgres.transaction(async (transaction) => {
    await updatePendingEmail(transaction, userId, email)
    return createLink(app, { purpose: 'email_change', email, userId }, transaction)
  })
  app.afterResponse.run('mails about a new address', async () => {
    await app.mailer.send(emailChangeMail(email, app.settings.publicUrl, token))
    await app.mailer.send(emailChangeNoticeMail(session.email, email))
  })
}
