import { assetTab } from '@playhead/features/video/assets/slots'

export const playbackIdsParts = [
  assetTab({
    address: 'playback',
    title: 'Playback',
    order: 20,
    load: () => import('./playback-tab.tsx'),
  }),
]
