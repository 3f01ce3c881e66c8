import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const profileWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/profile',
      title: 'Profile',
      tab: { label: 'Profile', order: 10 },
      load: () => import('./profile-screen.tsx'),
    },
  ],
})
