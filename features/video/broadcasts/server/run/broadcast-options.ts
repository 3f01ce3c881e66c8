import type { VideoQuality } from '@playhead/domain/video.ts'
import type { RecordedTracks } from '@playhead/features/video/assets/server'
import type { LiveStreamRow } from '@playhead/features/video/live-streams/server'
import type { LiveRecording } from '@playhead/media/live/live.ts'
import type { MaxTier } from '@playhead/media/tiers.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { BroadcastState } from '../rows/broadcasts.sql.ts'
import type { Broadcast } from './broadcast.ts'

export interface BroadcastOptions {
  app: App
  environment: Environment
  id: string
  assetId: string
  stream: LiveStreamRow
  beganAt: Date
  recording: LiveRecording
  asset: { maxTier: MaxTier; quality: VideoQuality }
  /** Read back after a restart, with the last state that its rows have. */
  recovered?: { state: BroadcastState; tracks: RecordedTracks | undefined; activeAt: Date | null }
  /** Whether its playlists remain for viewers who are behind. */
  onEnd(broadcast: Broadcast, remains: boolean): void
}
