import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const wrongCodesMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Wrong codes at your sign-in',
  text: `Hello,

someone signed in to Playhead with your password and then gave five wrong codes. They did not get in.

If it was not you, another person knows your password. Choose a new one now: ${publicUrl}/forgot-password
`,
})
