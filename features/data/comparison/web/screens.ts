import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const comparisonWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'compare',
      alsoAt: ['compare/$dimension'],
      title: 'Compare',
      hasQuestion: true,
      load: () => import('./compare-screen.tsx'),
    },
  ],
})
