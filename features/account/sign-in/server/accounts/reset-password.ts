import { forgetAttempts, takeAttempt } from '@playhead/server-kit/attempts.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashPassword } from '@playhead/server-kit/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import type { signIn } from '../../contract.ts'
import { limits } from '../limits.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.ts'
import { deleteSessionsOfUser } from '../sessions/sessions.sql.ts'
import { cancelEmailChange } from './change-email.ts'
import { linkRefusal, openLink } from './mailed-links.ts'
import { demandGoodPassword, demandSamePassword } from './new-password.ts'
import { recordPersonChange } from './record-person-change.ts'
import { findUser, updatePasswordHash } from './users.sql.ts'

/** AUTH-016 */
export const resetPassword: Handlers<typeof signIn>['resetPassword'] = async ({
  app,
  request,
  body,
}) => {
  const { token, new_password: password, password_confirmation: confirmation } = body.user
  await refuseWhileReadOnly(app)
  await takeAttempt(app, limits.linkFromAddress, request.ip)
  demandGoodPassword(app, password, 'new_password')
  demandSamePassword(password, confirmation)
  const passwordHash = await hashPassword(password)
  const user = await app.postgres.transaction(async (transaction) => {
    const link = await openLink(app, transaction, 'password_reset', token)
    if (!link.user_id) throw linkRefusal()
    const reset = await findUser(transaction, link.user_id)
    await updatePasswordHash(transaction, reset.id, passwordHash)
    await deleteSessionsOfUser(transaction, reset.id)
    await cancelEmailChange(transaction, reset)
    await recordPersonChange(
      transaction,
      { kind: 'user', userId: reset.id, email: reset.email, requestId: request.id },
      { action: 'user.password_reset', subjectId: reset.id, subjectName: reset.email },
    )
    return reset
  })
  await forgetAttempts(app, limits.passwordOfAccount, user.email.toLowerCase())
  request.setCookie(endedSessionCookie)
  app.afterAnswer.run('password notice', () =>
    app.mailer.send(passwordChangedMail(user.email, app.settings.publicUrl)),
  )
  return undefined
}
