import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const signingKeysWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/signing-keys',
      title: 'Signing keys',
      tab: { label: 'Signing Keys', order: 40 },
      gate: { isAdmin: true },
      load: () => import('./signing-keys-screen.tsx'),
    },
  ],
})
