import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const overviewWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'data',
      title: 'Data Overview',
      navigation: { section: 'Data', label: 'Overview', icon: 'home', order: 10 },
      hasQuestion: true,
      load: () => import('./overview-screen.tsx'),
    },
  ],
})
