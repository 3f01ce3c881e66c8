import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const environmentsWeb = webFeature({
  screens: [
    {
      scope: 'organization',
      address: 'environments',
      title: 'Environments',
      navigation: { section: 'Environments', label: 'Environments', icon: 'grid', order: 10 },
      load: () => import('./environments-screen.tsx'),
    },
  ],
})
