import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const signInWeb = webFeature({
  screens: [
    {
      scope: 'loggedOut',
      address: 'login',
      title: 'Sign in',
      load: () => import('./login/login-screen.tsx'),
    },
    {
      scope: 'loggedOut',
      address: 'signup',
      title: 'Create an account',
      load: () => import('./sign-up/sign-up-screen.tsx'),
    },
    {
      scope: 'loggedOut',
      address: 'forgot-password',
      title: 'Forgot password',
      load: () => import('./password/forgot-password-screen.tsx'),
    },
    // A person who is already signed in may also arrive here from a mailed link or a provider.
    {
      scope: 'bare',
      session: 'any',
      address: 'reset-password',
      title: 'Choose a new password',
      load: () => import('./password/reset-password-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'select-login-email',
      title: 'Select an email address',
      load: () => import('./provider/select-login-email-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'login/github',
      alsoAt: ['login/sso'],
      title: 'Signing you in',
      load: () => import('./provider/provider-return-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'create-account',
      title: 'Create your account',
      load: () => import('./sign-up/create-account-screen.tsx'),
    },
    // The demo account may already be signed in.
    {
      scope: 'bare',
      session: 'any',
      address: 'first-staff',
      title: 'Create the staff account',
      load: () => import('./sign-up/first-staff-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'confirm-email',
      title: 'Confirm your email address',
      load: () => import('./email/confirm-email-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'undo-email-change',
      title: 'Undo the change of your email address',
      load: () => import('./email/undo-email-change-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'sso-required',
      title: 'Single sign-on required',
      load: () => import('./login/sso-required-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'second-factor',
      title: 'One more step',
      load: () => import('./second-factor/second-factor-screen.tsx'),
    },
    {
      scope: 'bare',
      address: 'second-factor-required',
      title: 'Set up a second factor',
      load: () => import('./second-factor/second-factor-required-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'account-not-found',
      title: 'Account not found',
      load: () => import('./provider/account-not-found-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'marketplace',
      alsoAt: ['marketplace/$entitlementId'],
      title: 'Marketplace',
      load: () => import('./sign-up/marketplace-screen.tsx'),
    },
  ],
})
