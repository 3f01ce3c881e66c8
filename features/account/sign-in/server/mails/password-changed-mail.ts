import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const passwordChangedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `Hello,

the password of your Playhead account was changed, and every other browser was signed out.

If it was not you, choose a new one now: ${publicUrl}/forgot-password
`,
})
