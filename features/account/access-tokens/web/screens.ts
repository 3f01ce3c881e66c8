import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const accessTokensWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/access-tokens',
      title: 'Access tokens',
      tab: { label: 'Access Tokens', order: 10 },
      gate: { isAdmin: true },
      load: () => import('./access-tokens-screen.tsx'),
    },
  ],
})
