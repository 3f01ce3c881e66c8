import type { z } from 'zod/mini'
import type { Track } from '@playhead/features/video/assets/contract'
import type { TrackRow } from './track-row.ts'

/** Null is left out of the response. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)

export const presentTrack = (track: TrackRow): z.input<typeof Track> => ({
  id: track.id,
  type: track.type,
  status: track.status,
  primary: track.is_primary || undefined,
  name: set(track.name),
  language_code: set(track.language_code),
  auto_language_confidence: set(track.language_confidence),
  closed_captions: track.type === 'text' ? track.closed_captions : undefined,
  text_type: set(track.text_type),
  text_source: set(track.text_source),
  passthrough: set(track.passthrough),
  duration: set(track.duration),
  max_width: set(track.max_width),
  max_height: set(track.max_height),
  max_frame_rate: set(track.max_frame_rate),
  max_channels: set(track.max_channels),
  error:
    track.error_type === null
      ? undefined
      : { type: track.error_type, messages: track.error_messages },
})
