import { liveStreamCard } from '@playhead/features/video/live-streams/slots'

export const broadcastsParts = [
  liveStreamCard({
    column: 'wide',
    order: 20,
    load: () => import('./health/health-card.tsx'),
  }),
  liveStreamCard({
    column: 'narrow',
    order: 40,
    load: () => import('./health/connection-card.tsx'),
  }),
  liveStreamCard({
    column: 'narrow',
    order: 50,
    load: () => import('./connect/ingest-card.tsx'),
  }),
  liveStreamCard({
    column: 'wide',
    order: 80,
    load: () => import('./story/story-card.tsx'),
  }),
]
