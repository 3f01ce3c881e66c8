import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const collectorWeb = webFeature({
  screens: [
    {
      scope: 'operator',
      address: 'operator/collector',
      title: 'Collector',
      tab: { label: 'Collector', order: 30 },
      gate: { isStaff: true },
      load: () => import('./collector-screen.tsx'),
    },
  ],
})
