import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const overviewWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'data',
      title: 'Data Overview',
      load: () => import('./overview-screen.tsx'),
    },
  ],
})
