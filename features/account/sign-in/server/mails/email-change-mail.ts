import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { mailedLinkHours } from '../../contract.ts'

export const emailChangeMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `Hello,

someone, hopefully you, wants to use this address for a Playhead account. Open this page to confirm it:

${publicUrl}/confirm-email?token=${token}

The link works once, for ${mailedLinkHours.emailChange} hours. If it was not you, ignore this mail: nothing will change.
`,
})
