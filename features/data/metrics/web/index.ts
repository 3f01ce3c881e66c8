import { webFeature } from '@playhead/web-kit/web-feature.ts'

export { ChangePill, ChangeText, DifferenceText } from './change-pill.tsx'
export { type Change, changeOf, measurementNames, valueParts } from './metric-names.ts'

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
