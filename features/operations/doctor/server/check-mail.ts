import type { App } from '@playhead/server-kit/app.ts'
import { isLoopbackName } from '@playhead/server-kit/http/host-name.ts'
import { failed, ok, warning } from './finding.ts'

export const checkMail = async ({ settings, mailer }: Pick<App, 'settings' | 'mailer'>) => {
  if (settings.smtpUrl) {
    // The URL may contain a password.
    const { host } = new URL(settings.smtpUrl)
    return mailer.check().then(
      () => ok(`The mail server ${host} accepts mail.`),
      (error: unknown) =>
        failed(
          `The mail server ${host} accepts no mail (${error instanceof Error ? error.message : String(error)}).`,
        ),
    )
  }
  await mailer.check()
  const { total } = await mailer.list({ page: 1, limit: 1 })
  const kept = `the outbox, which staff can read, keeps ${total} ${total === 1 ? 'mail' : 'mails'}`
  return isLoopbackName(new URL(settings.publicUrl).hostname)
    ? ok(`No mail server is set: ${kept}.`)
    : warning(`No mail server is set, so no mail is sent: ${kept}. Set SMTP_URL.`)
}
