import { paletteSource } from '@playhead/web-kit/palette/palette-source.ts'

export const viewsParts = [
  paletteSource({ title: 'Titles', order: 30, load: () => import('./palette/find-titles.tsx') }),
  paletteSource({ title: 'Views', order: 50, load: () => import('./palette/find-views.tsx') }),
]
