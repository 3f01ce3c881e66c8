import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

interface Stopped {
  environment: string
  destination: string
  error: string
  url: string
}

export const stoppedMail = (
  to: string,
  { environment, destination, error, url }: Stopped,
): Mail => ({
  to,
  subject: `Views of ${environment} are no longer sent`,
  text: `Hello,

for 24 hours ${destination} has accepted no views of ${environment}, so Playhead has stopped sending them. The last reason:

${error}

Nothing is lost as long as views are kept. When the destination works again, press Resume here, and everything since then is sent:
${url}
`,
})
