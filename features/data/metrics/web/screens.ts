import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const metricsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'metrics',
      title: 'Metrics',
      navigation: { section: 'Data', label: 'Metrics', icon: 'chart', order: 30 },
      hasQuestion: true,
      load: () => import('./metrics-screen.tsx'),
    },
  ],
})
