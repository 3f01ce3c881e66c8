import type { Mail } from '@playhead/server-kit/mail/mailer.ts'

export type FactorChange =
  | 'A passkey was added'
  | 'A passkey was removed'
  | 'An authenticator app was added'
  | 'An authenticator app was removed'
  | 'Recovery codes were made'
  | 'Your second factors were removed'

const explanations: Record<FactorChange, string> = {
  'A passkey was added': 'a passkey was added to your Playhead account. It can be used to sign in.',
  'A passkey was removed': 'a passkey was removed from your Playhead account.',
  'An authenticator app was added':
    'an authenticator app was added to your Playhead account. Signing in with your password asks for its codes.',
  'An authenticator app was removed': 'the authenticator app of your Playhead account was removed.',
  'Recovery codes were made':
    'new recovery codes were created for your Playhead account. The old ones no longer work.',
  'Your second factors were removed':
    'the operator of this server removed the passkeys, authenticator app and recovery codes of your Playhead account and signed you out everywhere. Your password alone signs you in; set up a second factor again in your profile.',
}

export const factorChangedMail = (to: string, publicUrl: string, change: FactorChange): Mail => ({
  to,
  subject: change,
  text: `Hello,

${explanations[change]}

If this was not you, choose a new password now: ${publicUrl}/forgot-password
`,
})
