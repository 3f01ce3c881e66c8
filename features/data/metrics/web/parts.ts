import { paletteSource } from '@playhead/web-kit/palette/palette-source.ts'

export const metricsParts = [
  paletteSource({
    title: 'Metrics',
    order: 10,
    load: () => import('./palette/find-metrics.tsx'),
  }),
  paletteSource({
    title: 'Dimensions',
    order: 20,
    load: () => import('./palette/find-dimensions.tsx'),
  }),
]
