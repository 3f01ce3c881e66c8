import { assetCard } from '@playhead/features/video/assets/slots'
import { liveStreamCard } from '@playhead/features/video/live-streams/slots'

export const playbackParts = [
  assetCard({ order: 10, load: () => import('./player-card.tsx') }),
  liveStreamCard({ column: 'wide', order: 10, load: () => import('./live-player-card.tsx') }),
]
