import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const profileWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/profile',
      title: 'Profile',
      load: () => import('./profile-screen.tsx'),
    },
  ],
})
