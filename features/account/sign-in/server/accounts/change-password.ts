import { forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/attempts.ts'
import { actorOf } from '@playhead/server-kit/changes.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { hashPassword, verifyPassword } from '@playhead/server-kit/passwords.ts'
import { limits } from '../limits.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.ts'
import { setSessionCookie } from '../sessions/open-session.ts'
import { keepOnlySession } from '../sessions/renew-session.ts'
import { cancelEmailChange } from './change-email.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'
import { demandGoodPassword, demandSamePassword } from './new-password.ts'
import { recordPersonChange } from './record-person-change.ts'
import { findUser, updatePasswordHash } from './users.sql.ts'

interface Passwords {
  current: string
  wanted: string
  confirmation: string
}

const demandCurrentPassword = async (app: App, userId: string, current: string) => {
  const user = await findUser(app.postgres, userId)
  if (!user.password_hash)
    throw forbidden('You sign in through a provider; there is no password to change.')
  await takeAttempt(app, limits.currentPassword, userId)
  if (!(await verifyPassword(user.password_hash, current)))
    throw invalidField('current_password', 'The current password is not right.')
  await forgetAttempts(app, limits.currentPassword, userId)
}

/** For the signed-in person: proves the present password, sets the new one, ends every other session. */
export const changePassword = async (
  app: App,
  request: RequestFacts,
  session: SessionRow,
  { current, wanted, confirmation }: Passwords,
) => {
  await demandCurrentPassword(app, session.user_id, current)
  demandGoodPassword(app, wanted, 'password')
  demandSamePassword(wanted, confirmation)
  const passwordHash = await hashPassword(wanted)
  const { user_id: userId, email } = session
  const token = await app.postgres.transaction(async (transaction) => {
    await updatePasswordHash(transaction, userId, passwordHash)
    await deleteUnusedLinks(transaction, 'password_reset', { email, userId })
    await cancelEmailChange(transaction, { id: userId, email })
    await recordPersonChange(transaction, actorOf(session, request), {
      action: 'user.password_changed',
      subjectId: userId,
      subjectName: email,
    })
    return keepOnlySession(app, transaction, session)
  })
  setSessionCookie(app, request, token)
  app.afterAnswer.run('password notice', () =>
    app.mailer.send(passwordChangedMail(email, app.settings.publicUrl)),
  )
}
