import type { TrackRow } from '@playhead/features/video/assets/server'
import type { ReadyAsset } from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'

/** What every way to make a track is given. */
export interface TrackWork extends ReadyAsset {
  app: App
  track: TrackRow
  /** Whose words are written; absent: of the first sound. */
  soundTrackId: string | undefined
  /** The job folder. */
  folder: string
  signal: AbortSignal
  progress: (part: number, step: string) => void
}

/** What people read of a track that cannot be made. */
export class TrackRefused extends Error {
  override readonly name = 'TrackRefused'
  constructor(
    readonly type: 'invalid_input' | 'captions_not_configured' | 'not_found',
    message: string,
  ) {
    super(message)
  }
}
