import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

/** Sent to both addresses; only the restored one can set a new password. */
export const emailRestoredMail = (to: string, restored: string, hadPassword: boolean): Mail => ({
  to,
  subject: 'A change of your e-mail address was undone',
  text: `Hello,

the e-mail address of your Playhead account is ${restored} again: the change was undone with the link in the mail about it. Everybody who was signed in to the account was signed out.
${
  hadPassword && to === restored
    ? `
The password no longer works. To choose a new one, open "Forgot your password?" on the sign-in page and enter ${restored}.
`
    : ''
}`,
})
