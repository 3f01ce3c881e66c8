import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const webhooksWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/webhooks',
      title: 'Webhooks',
      tab: { label: 'Webhooks', order: 60 },
      gate: { isAdmin: true },
      load: () => import('./webhooks-screen.tsx'),
    },
  ],
})
