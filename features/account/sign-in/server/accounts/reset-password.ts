import { deletePendingSignIns } from '@playhead/features/account/second-factor/server'
import type { Database } from '@playhead/postgres/client.ts'
import { endSessionsOfUser } from '@playhead/server-kit/identity/end-sessions.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import type { signIn } from '../../contract.ts'
import { rememberBrowser } from '../guesses/known-browser.ts'
import { forgetGuesses } from '../guesses/take-guess.ts'
import { passwordLimits } from '../limits.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.ts'
import { cancelEmailChange } from './change-email.ts'
import { countWrongLinks, linkRefusal, openLink } from './mailed-links.ts'
import { requireGoodPassword, requireSamePassword } from './new-password.ts'
import { findUser, listPersonalWords, updatePasswordHash } from './users.sql.ts'
import { sentBy } from '@playhead/server-kit/audit/changes.ts'

/** AUTH-016 */
export const resetPassword: Handlers<typeof signIn>['resetPassword'] = async ({
  app,
  request,
  body,
}) => {
  const { token, new_password: password, password_confirmation: confirmation } = body.user
  await refuseWhileReadOnly(app)
  requireSamePassword(password, confirmation)
  const resetWithLink = async (transaction: Database) => {
    const link = await openLink(app, transaction, 'password_reset', token)
    if (!link.user_id) throw linkRefusal()
    const reset = await findUser(transaction, link.user_id)
    const personal = await listPersonalWords(transaction, reset.id)
    await requireGoodPassword(app, { password, field: 'new_password', personal })
    await updatePasswordHash(transaction, reset.id, await hashPassword(password))
    await endSessionsOfUser(transaction, reset.id)
    await deletePendingSignIns(transaction, reset.id)
    await cancelEmailChange(transaction, reset)
    await recordPersonChange(
      transaction,
      { kind: 'user', userId: reset.id, email: reset.email, ...sentBy(request) },
      { action: 'user.password_reset', subjectId: reset.id, subjectName: reset.email },
    )
    return reset
  }
  const user = await countWrongLinks(app, request, () => app.postgres.transaction(resetWithLink))
  await forgetGuesses(app, request, passwordLimits, user.email.toLowerCase())
  request.setCookie(endedSessionCookie(app.settings))
  await rememberBrowser(app, request, user.id)
  app.afterResponse.run('password notice', () =>
    app.mailer.send(passwordChangedMail(user.email, app.settings.publicUrl)),
  )
  return undefined
}
