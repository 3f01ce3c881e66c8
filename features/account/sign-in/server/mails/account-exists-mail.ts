import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const accountExistsMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'You already have a Playhead account',
  text: `Hello,

someone, hopefully you, asked for a Playhead account with this address, but there is one already.

Sign in: ${publicUrl}/login
Choose a new password: ${publicUrl}/forgot-password

If it was not you, ignore this mail: nothing will change.
`,
})
