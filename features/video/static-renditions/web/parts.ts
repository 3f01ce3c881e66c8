import { assetTab } from '@playhead/features/video/assets/slots'

export const staticRenditionsParts = [
  assetTab({
    address: 'files',
    title: 'Files',
    order: 40,
    load: () => import('./files-tab.tsx'),
  }),
]
