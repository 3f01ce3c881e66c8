import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { mailedLinkHours } from '../../contract.ts'

/** Sent to the previous address of the account. */
export const emailChangedMail = (
  to: string,
  present: string,
  publicUrl: string,
  token: string,
): Mail => ({
  to,
  subject: 'Your e-mail address was changed',
  text: `Hello,

the e-mail address of your Playhead account is now ${present}. You sign in with it, and mail goes there.

If it was not you, take the account back here:

${publicUrl}/undo-email-change?token=${token}

This makes ${to} the address again, signs everybody out and lets you choose a new password. The link works once, for ${mailedLinkHours.emailUndo / 24} days.
`,
})
