import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const environmentsWeb = webFeature({
  screens: [
    {
      scope: 'organization',
      address: 'environments',
      title: 'Environments',
      load: () => import('./environments-screen.tsx'),
    },
  ],
})
