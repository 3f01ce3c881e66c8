import { paletteSource } from '@playhead/web-kit/palette/palette-source.ts'

export const assetsParts = [
  paletteSource({ title: 'Assets', order: 40, load: () => import('./palette/find-assets.tsx') }),
]
