import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'

const refused = () =>
  invalidField('captcha', 'The captcha was not accepted. Reload the page and try again.')

/** AUTH-023; without a configured key no captcha is required. AUTH-024 */
export const requireCaptcha = async (app: App, request: RequestFacts) => {
  const { captcha } = app.settings
  if (!captcha) return
  const token = request.header('x-captcha-token')
  if (!token) throw refused()
  const form = new URLSearchParams({
    secret: captcha.secret,
    response: token,
    remoteip: request.ip,
  })
  if (!(await isAccepted(app, captcha.verifyUrl, form))) throw refused()
}

const isAccepted = async (app: App, url: string, form: URLSearchParams) => {
  try {
    const answer = await outboundFetch(app.settings)(url, { method: 'POST', body: form })
    const verdict = (await answer.json()) as { success?: unknown }
    return answer.ok && verdict.success === true
  } catch (error) {
    app.log.error('captcha could not be checked', { error })
    return false
  }
}
