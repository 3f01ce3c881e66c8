import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { signIn } from '../../contract.ts'
import { requireCaptcha } from '../captcha.ts'
import { takeGuess } from '../guesses/take-guess.ts'
import { signUpLimits } from '../limits.ts'
import { accountExistsMail } from '../mails/account-exists-mail.ts'
import { signUpMail } from '../mails/sign-up-mail.ts'
import { sameSitePath } from '../same-site-path.ts'
import { createLink } from './mailed-links.ts'
import { findUserByEmail } from './users.sql.ts'

interface Wish {
  type?: string | null | undefined
  plan?: string | null | undefined
  redirect_url?: string | null | undefined
}

const signUpUrl = (app: App, email: string, link: { id: string; token: string }, wish: Wish) => {
  const { publicUrl } = app.settings
  const query = new URLSearchParams({ invite: link.id, token: link.token, email })
  const redirect = sameSitePath(wish.redirect_url, publicUrl)
  if (wish.type) query.set('type', wish.type)
  if (wish.plan) query.set('plan', wish.plan)
  if (redirect) query.set('redirect_url', redirect)
  return `${publicUrl}/create-account?${query.toString()}`
}

/** A person who already has an account gets a mail about it; the caller learns nothing. AUTH-013 */
export const signUp: Handlers<typeof signIn>['signUp'] = async ({ app, request, body }) => {
  const email = normalizeEmail(body.invite.email)
  await refuseWhileReadOnly(app)
  await requireCaptcha(app, request)
  const user = await findUserByEmail(app.postgres, email)
  await takeGuess(app, request, signUpLimits, { email, user })
  app.afterResponse.run('sign-up mail', async () => {
    if (user) return app.mailer.send(accountExistsMail(email, app.settings.publicUrl))
    const link = await createLink(app, { purpose: 'signup', email, userId: null })
    return app.mailer.send(signUpMail(email, signUpUrl(app, email, link, body.invite)))
  })
  return undefined
}
