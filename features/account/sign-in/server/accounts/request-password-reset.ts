import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { signIn } from '../../contract.ts'
import { requireCaptcha } from '../captcha.ts'
import { takeGuess } from '../guesses/take-guess.ts'
import { resetLimits } from '../limits.ts'
import { passwordResetMail } from '../mails/password-reset-mail.ts'
import { createLink } from './mailed-links.ts'
import { findUserByEmail } from './users.sql.ts'

/** AUTH-016; known and unknown addresses get the same answer in the same time. */
export const requestPasswordReset: Handlers<typeof signIn>['requestPasswordReset'] = async ({
  app,
  request,
  body,
}) => {
  const email = normalizeEmail(body.user.email)
  await refuseWhileReadOnly(app)
  await requireCaptcha(app, request)
  const user = await findUserByEmail(app.postgres, email)
  await takeGuess(app, request, resetLimits, { email, user })
  app.afterResponse.run('password reset mail', async () => {
    if (!user || user.disabled_at) return
    const { token } = await createLink(app, { purpose: 'password_reset', email, userId: user.id })
    await app.mailer.send(passwordResetMail(email, app.settings.publicUrl, token))
  })
  return undefined
}
