import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const webhooksWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/webhooks',
      title: 'Webhooks',
      gate: { isAdmin: true },
      load: () => import('./webhooks-screen.tsx'),
    },
  ],
})
