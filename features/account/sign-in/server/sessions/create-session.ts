import { ApiError } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { verifyPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { beginSecondFactor } from '@playhead/features/account/second-factor/server'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { requireCaptcha } from '../captcha.ts'
import { takeGuess } from '../guesses/take-guess.ts'
import { passwordLimits } from '../limits.ts'
import type { Create } from './account-of-address.ts'
import { openSession } from './open-session.ts'
import { presentSession } from './present-session.ts'

/** An unknown address, an account without password and a wrong password get the same answer. AUTH-012 */
export const createSession: Create = async ({ app, request, body }) => {
  const email = normalizeEmail(body.session.email)
  await requireCaptcha(app, request)
  const user = await findUserByEmail(app.postgres, email)
  const guess = await takeGuess(app, request, passwordLimits, { email, user })
  const isRight = await verifyPassword(user?.password_hash ?? null, body.session.password)
  if (!user || !isRight)
    throw new ApiError('unauthorized', {
      messages: ['The e-mail address or password is wrong.'],
    })
  await guess.wasRight()
  if (user.disabled_at) throw new ApiError('disabled_user')
  const proven = { user_id: user.id, method: 'password' } as const
  const secondFactor = await beginSecondFactor(app, request, proven)
  if (secondFactor) return { data: null, second_factor: secondFactor }
  const session = await openSession(app, request, { userId: user.id, method: 'password' })
  return { data: await presentSession(app, request, session), second_factor: null }
}
