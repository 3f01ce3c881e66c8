import { assetTab } from '@playhead/features/video/assets/slots'

export const tracksParts = [
  assetTab({
    address: 'tracks',
    title: 'Tracks',
    order: 30,
    load: () => import('./tracks-tab.tsx'),
  }),
]
