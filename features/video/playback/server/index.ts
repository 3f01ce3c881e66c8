import { feature } from '@playhead/server-kit/feature.ts'

export { openPlayback, type Playback } from './open-playback.ts'
export type { PlaybackAsset } from './media-maps.ts'
export { mountPlaybackRoute, playbackIdPattern } from './playback-route.ts'
export type { Audience } from './verify-token.ts'

export const playbackServer = feature('playback', {})
