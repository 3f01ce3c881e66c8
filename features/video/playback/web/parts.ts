import { assetCard } from '@playhead/features/video/assets/slots'

export const playbackParts = [assetCard({ order: 10, load: () => import('./player-card.tsx') })]
