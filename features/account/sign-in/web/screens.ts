import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const signInWeb = webFeature({
  screens: [
    {
      scope: 'loggedOut',
      address: 'login',
      title: 'Sign in',
      load: () => import('./login-screen.tsx'),
    },
    {
      scope: 'loggedOut',
      address: 'signup',
      title: 'Create an account',
      load: () => import('./sign-up-screen.tsx'),
    },
    {
      scope: 'loggedOut',
      address: 'forgot-password',
      title: 'Forgot password',
      load: () => import('./forgot-password-screen.tsx'),
    },
    // A mailed link or a provider may also bring back somebody who is signed in.
    {
      scope: 'bare',
      session: 'any',
      address: 'reset-password',
      title: 'Choose a new password',
      load: () => import('./reset-password-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'select-login-email',
      title: 'Select an email address',
      load: () => import('./select-login-email-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'login/github',
      alsoAt: ['login/sso'],
      title: 'Signing you in',
      load: () => import('./provider-answer-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'create-account',
      title: 'Create your account',
      load: () => import('./create-account-screen.tsx'),
    },
    // The demo account may be signed in already.
    {
      scope: 'bare',
      session: 'any',
      address: 'first-staff',
      title: 'Create the staff account',
      load: () => import('./first-staff-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'confirm-email',
      title: 'Confirm your email address',
      load: () => import('./confirm-email-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'undo-email-change',
      title: 'Undo the change of your email address',
      load: () => import('./undo-email-change-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'sso-required',
      title: 'Single sign-on required',
      load: () => import('./sso-required-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'second-factor',
      title: 'One more step',
      load: () => import('./second-factor-screen.tsx'),
    },
    {
      scope: 'bare',
      address: 'second-factor-required',
      title: 'Set up a second factor',
      load: () => import('./second-factor-required-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'account-not-found',
      title: 'Account not found',
      load: () => import('./account-not-found-screen.tsx'),
    },
    {
      scope: 'bare',
      session: 'any',
      address: 'marketplace',
      alsoAt: ['marketplace/$entitlementId'],
      title: 'Marketplace',
      load: () => import('./marketplace-screen.tsx'),
    },
  ],
})
