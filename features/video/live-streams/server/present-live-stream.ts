import type { z } from 'zod/mini'
import { presentPlaybackId } from '@playhead/features/video/playback-ids/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { LiveStream } from '../contract.ts'
import type { LiveStreamParts } from './live-stream-parts.ts'
import { presentTarget, presentTargetOfEvent } from './simulcast/present-target.ts'
import { openedSecret } from './stream-key.ts'

type Presented = z.input<typeof LiveStream>

/** Null and empty lists are left out of the response. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)
const some = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list])

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** All but the secrets and the time, which events write differently. */
const present = ({ stream, playbackIds, targets, recentAssetIds }: LiveStreamParts) => ({
  id: stream.id,
  status: stream.status,
  latency_mode: stream.latency_mode,
  low_latency: stream.latency_mode === 'low',
  reduced_latency: stream.latency_mode === 'reduced',
  reconnect_window: stream.reconnect_window,
  use_slate_for_standard_latency: stream.uses_slate,
  reconnect_slate_url: set(stream.slate_url),
  max_continuous_duration: stream.max_continuous_seconds,
  audio_only: stream.is_audio_only || undefined,
  active_asset_id: set(stream.active_asset_id),
  active_ingest_protocol: set(stream.ingest_protocol),
  recent_asset_ids: some(recentAssetIds),
  playback_ids: some(playbackIds.map(presentPlaybackId)),
  simulcast_targets: some(targets.map(presentTargetOfEvent)),
  embedded_subtitles: some(stream.embedded_subtitles),
  generated_subtitles: some(stream.generated_subtitles),
  new_asset_settings: set(stream.new_asset_settings),
  meta: stream.title === null ? undefined : { title: stream.title },
  passthrough: set(stream.passthrough),
  test: stream.is_test || undefined,
})

/** The live stream as the API shows it. */
export const presentLiveStream = (app: Pick<App, 'vault'>, parts: LiveStreamParts): Presented => ({
  ...present(parts),
  created_at: String(epochSeconds(parts.stream.created_at)),
  stream_key: openedSecret(app, parts.stream.key_sealed) ?? '',
  srt_passphrase: openedSecret(app, parts.stream.srt_passphrase_sealed),
  simulcast_targets: some(parts.targets.map((target) => presentTarget(app, target))),
})

/** Without keys and passphrase: events are stored, listed and forwarded. docs/adr/0080 */
export const presentLiveStreamOfEvent = (parts: LiveStreamParts) => ({
  ...present(parts),
  created_at: epochSeconds(parts.stream.created_at),
  connected: parts.stream.is_connected,
  recording: parts.stream.is_recording,
  ...(parts.stream.deleted_at && { deleted_at: epochSeconds(parts.stream.deleted_at) }),
})
