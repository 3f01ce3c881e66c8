import { feature } from '@playhead/server-kit/feature.ts'
import { mountPlayback } from './mount-playback.ts'

export type { PlaybackAsset } from './media-maps.ts'
export { openPlayback, type Playback } from './open-playback.ts'
export { mountPlaybackRoute, type PlaybackHandler, playbackIdPattern } from './playback-route.ts'
export { playerHealth } from './player-health.ts'
export type { Audience } from './verify-token.ts'

export const playbackServer = feature('playback', { mount: mountPlayback })
