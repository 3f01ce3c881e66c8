import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

interface SwitchedOff {
  environment: string
  channel: string
  error: string
  url: string
}

export const switchedOffMail = (
  to: string,
  { environment, channel, error, url }: SwitchedOff,
): Mail => ({
  to,
  subject: `A notification channel of ${environment} was switched off`,
  text: `Hello,

twenty attempts in a row to send incidents of ${environment} to ${channel} have failed, so Playhead has switched this channel off. The last reason:

${error}

Your other channels still receive incidents. When it works again, send a test and switch it on here:
${url}
`,
})
