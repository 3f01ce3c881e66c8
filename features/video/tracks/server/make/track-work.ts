import type { ReadyAsset } from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { TrackRow } from '../track-row.ts'

/** The input of every way to make a track. */
export interface TrackWork extends ReadyAsset {
  app: App
  track: TrackRow
  /** The sound to transcribe; undefined: the first sound. */
  soundTrackId: string | undefined
  /** The job folder. */
  folder: string
  signal: AbortSignal
  progress: (part: number, step: string) => void
}

/** The message that people read about a track that cannot be made. */
export class TrackRefused extends Error {
  override readonly name = 'TrackRefused'
  constructor(
    readonly type: 'invalid_input' | 'captions_not_configured' | 'not_found',
    message: string,
  ) {
    super(message)
  }
}
