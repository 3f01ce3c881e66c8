import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const passwordResetMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Hello,

someone, hopefully you, wants a new password for your Playhead account. Open this page to choose it:

${publicUrl}/reset-password?token=${token}

The link works once, for one hour. If it was not you, ignore this mail; your password stays as it is.
`,
})
