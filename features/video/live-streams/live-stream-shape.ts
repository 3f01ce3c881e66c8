import { z } from 'zod/mini'
import { secret } from '@playhead/contract-kit/secret.ts'
import { AssetOptions, PlaybackId } from '@playhead/features/video/assets/contract'
import {
  captionChannels,
  latencyModes,
  liveCaptionLanguages,
  LiveStreamMeta,
} from './live-stream-options.ts'

const text = z.string()
const optionalText = z.optional(text)

export const liveStreamStatuses = ['active', 'idle', 'disabled'] as const
export type LiveStreamStatus = (typeof liveStreamStatuses)[number]

export const ingestProtocols = ['rtmp', 'srt'] as const

export const simulcastStatuses = ['idle', 'starting', 'broadcasting', 'errored'] as const

export const SimulcastTarget = z.object({
  id: text,
  status: z.enum(simulcastStatuses),
  url: text,
  stream_key: z.optional(secret(text)),
  passthrough: optionalText,
  /** Set while the status is `errored`: after a `fatal` one nothing more is sent. */
  error_severity: z.optional(z.enum(['normal', 'fatal'])),
  /** What went wrong, in the words of the target or of this server. */
  error_message: optionalText,
})

/** Beside the target, whose shape is that of clients. */
export const SimulcastTries = z.object({
  /** Of the target. */
  id: text,
  /** In a row. */
  failures: z.int(),
  /** Null while no other try is planned. */
  retry_in_seconds: z.nullable(z.number()),
})

export const EmbeddedSubtitle = z.object({
  language_channel: z.enum(captionChannels),
  language_code: text,
  name: text,
  passthrough: optionalText,
})

export const GeneratedSubtitle = z.object({
  language_code: z.enum(liveCaptionLanguages),
  name: text,
  passthrough: optionalText,
  transcription_vocabulary_ids: z.optional(z.array(text)),
})

/** Times are Unix seconds as text. Fields without a value are left out. LIVE-005 */
export const LiveStream = z.object({
  id: text,
  created_at: text,
  status: z.enum(liveStreamStatuses),
  /** Empty if it was sealed with another server's key, and cannot be shown. */
  stream_key: secret(text),
  srt_passphrase: z.optional(secret(text)),
  latency_mode: z.enum(latencyModes),
  low_latency: z.boolean(),
  reduced_latency: z.boolean(),
  reconnect_window: z.int(),
  use_slate_for_standard_latency: z.boolean(),
  reconnect_slate_url: optionalText,
  max_continuous_duration: z.int(),
  audio_only: z.optional(z.boolean()),
  /** The asset that the running broadcast is recorded to. */
  active_asset_id: optionalText,
  active_ingest_protocol: z.optional(z.enum(ingestProtocols)),
  /** The newest is the last one. */
  recent_asset_ids: z.optional(z.array(text)),
  playback_ids: z.optional(z.array(PlaybackId)),
  simulcast_targets: z.optional(z.array(SimulcastTarget)),
  embedded_subtitles: z.optional(z.array(EmbeddedSubtitle)),
  generated_subtitles: z.optional(z.array(GeneratedSubtitle)),
  new_asset_settings: z.optional(AssetOptions),
  meta: z.optional(LiveStreamMeta),
  passthrough: optionalText,
  test: z.optional(z.boolean()),
})
export type LiveStream = z.output<typeof LiveStream>
