import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { mailedLinkHours } from '../../contract.ts'

export const signUpMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Create your Playhead account',
  text: `Hello,

someone, hopefully you, asked for a Playhead account with this address. Open this page to create it:

${url}

The link works once, for ${mailedLinkHours.signup} hours. If it was not you, ignore this mail: nothing will change.
`,
})
