import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export const recoveryCodeUsedMail = (to: string, publicUrl: string, left: number): Mail => ({
  to,
  subject: 'A recovery code was used',
  text: `Hello,

someone, hopefully you, signed in to Playhead with one of your recovery codes. ${
    left === 0 ? 'None are left: create new ones in your profile.' : `${left} of them are left.`
  }

If it was not you, choose a new password now, then new recovery codes in your profile: ${publicUrl}/forgot-password
`,
})
