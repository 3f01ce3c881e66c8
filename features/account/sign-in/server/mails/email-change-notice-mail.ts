import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const emailChangeNoticeMail = (to: string, wanted: string): Mail => ({
  to,
  subject: 'Your e-mail address is about to change',
  text: `Hello,

someone, hopefully you, asked to change the e-mail address of your Playhead account to ${wanted}. It changes once the link mailed there is opened.

If it was not you, sign in and choose a new password in your profile; that cancels the change. Once it has changed, another mail comes here, with a link that undoes it.
`,
})
