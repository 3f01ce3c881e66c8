import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const metricsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'metrics',
      title: 'Metrics',
      load: () => import('./metrics-screen.tsx'),
    },
  ],
})
