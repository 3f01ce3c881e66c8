import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const wrongCodesMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Wrong codes at your sign-in',
  text: `Hello,

somebody signed in to Playhead with your password and then gave five wrong codes. They did not get in.

If it was not you, your password is known to somebody else. Choose a new one now: ${publicUrl}/forgot-password
`,
})
