import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

interface Stopped {
  what: 'Views' | 'Input health'
  environment: string
  destination: string
  error: string
  url: string
}

export const stoppedMail = (
  to: string,
  { what, environment, destination, error, url }: Stopped,
): Mail => ({
  to,
  subject: `${what} of ${environment} ${what === 'Views' ? 'are' : 'is'} no longer sent`,
  text: `Hello,

for 24 hours ${destination} has accepted no ${what.toLowerCase()} of ${environment}, so Playhead has stopped sending ${what === 'Views' ? 'them' : 'it'}. The last reason:

${error}

Nothing is lost as long as ${what === 'Views' ? 'views are' : 'input health is'} kept. When the destination works again, press Resume here, and everything since then is sent:
${url}
`,
})
