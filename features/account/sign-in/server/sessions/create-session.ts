import { ApiError } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { forgetAttempts, giveBackAttempt, takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { verifyPassword } from '@playhead/server-kit/passwords.ts'
import type { signIn } from '../../contract.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { demandCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { openSession } from './open-session.ts'
import { presentSession } from './present-session.ts'

/** Unknown, without password and wrong are answered alike. AUTH-012 */
export const createSession: Handlers<typeof signIn>['create'] = async ({ app, request, body }) => {
  const email = normalizeEmail(body.session.email)
  await demandCaptcha(app, request)
  await takeAttempt(app, limits.passwordFromAddress, request.ip)
  await takeAttempt(app, limits.passwordOfAccount, email)
  const user = await findUserByEmail(app.postgres, email)
  const isRight = await verifyPassword(user?.password_hash ?? null, body.session.password)
  if (!user || !isRight)
    throw new ApiError('unauthorized', {
      messages: ['The e-mail address or the password is not right.'],
    })
  await forgetAttempts(app, limits.passwordOfAccount, email)
  await giveBackAttempt(app, limits.passwordFromAddress, request.ip)
  if (user.disabled_at) throw new ApiError('disabled_user')
  const session = await openSession(app, request, { userId: user.id, method: 'password' })
  return { data: await presentSession(app, request, session) }
}
