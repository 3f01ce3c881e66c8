import { z } from 'zod/mini'
import { secret } from '@playhead/contract-kit/secret.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { videoQualities } from '@playhead/domain/flags.ts'
import { mp4SupportValues, playbackPolicies } from '@playhead/domain/video.ts'
import {
  AssetMeta,
  assetLimits,
  AssetOptions,
  languageCode,
  passthrough,
  trackName,
} from '@playhead/features/video/assets/contract'

export const liveLimits = {
  reconnectWindowMax: 1800,
  continuousSecondsMin: 60,
  continuousSecondsMax: 43_200,
  simulcastTargetsMax: 6,
  /** Failures in a row, after which a target is tried no more. */
  simulcastFailuresMax: 10,
  streamKeyMax: 64,
  targetKeyMax: 512,
  vocabulariesMax: 10,
} as const

export const latencyModes = ['low', 'reduced', 'standard'] as const
export type LatencyMode = (typeof latencyModes)[number]

export const captionChannels = ['cc1', 'cc2', 'cc3', 'cc4'] as const
export const liveCaptionLanguages = ['en', 'en-US', 'es', 'fr', 'de', 'pt', 'it'] as const

const address = z.string().check(z.maxLength(assetLimits.urlMax))

/** Captions that the encoder sends inside of the picture. */
export const EmbeddedSubtitleRequest = z.object({
  language_channel: z._default(z.enum(captionChannels), 'cc1'),
  language_code: z._default(languageCode, 'en'),
  /** The name of the language, if it is left out. */
  name: z.optional(trackName),
  passthrough: z.optional(passthrough),
})

/** Captions that are generated from speech. */
export const GeneratedSubtitleRequest = z.object({
  language_code: z._default(z.enum(liveCaptionLanguages), 'en'),
  /** The name of the language, if it is left out. */
  name: z.optional(trackName),
  passthrough: z.optional(passthrough),
  transcription_vocabulary_ids: z.optional(
    z.array(ref('transcription_vocabulary')).check(z.maxLength(liveLimits.vocabulariesMax)),
  ),
})

export const embeddedSubtitles = z
  .array(EmbeddedSubtitleRequest)
  .check(z.maxLength(captionChannels.length))

export const generatedSubtitles = z
  .array(GeneratedSubtitleRequest)
  .check(z.maxLength(1, 'A live stream has at most one generated subtitle track.'))

/** Where else the broadcast is sent to. */
export const SimulcastTargetRequest = z.object({
  /** Begins with `rtmp://` or `rtmps://` and names the application. */
  url: address,
  stream_key: z.optional(secret(z.string().check(z.maxLength(liveLimits.targetKeyMax)))),
  passthrough: z.optional(passthrough),
})

export const LiveStreamMeta = z.object({ title: AssetMeta.shape.title })

const reconnectWindow = z.int().check(z.minimum(0), z.maximum(liveLimits.reconnectWindowMax))

const maxContinuousDuration = z
  .int()
  .check(z.minimum(liveLimits.continuousSecondsMin), z.maximum(liveLimits.continuousSecondsMax))

const policies = AssetOptions.shape.playback_policies

export const LiveStreamOptions = z.object({
  playback_policies: policies,
  /** The older name of `playback_policies`; a single policy is also accepted. */
  playback_policy: AssetOptions.shape.playback_policy,
  advanced_playback_policies: AssetOptions.shape.advanced_playback_policies,
  /** Settings of the asset that each broadcast is recorded to. */
  new_asset_settings: z.optional(AssetOptions),
  latency_mode: z.optional(z.enum(latencyModes)),
  /** The older name of `latency_mode: low`. */
  low_latency: z.optional(z.boolean()),
  /** The older name of `latency_mode: reduced`. */
  reduced_latency: z.optional(z.boolean()),
  /** Seconds; without it, 60 for `standard` and 0 for the other modes. */
  reconnect_window: z.optional(reconnectWindow),
  use_slate_for_standard_latency: z.optional(z.boolean()),
  reconnect_slate_url: z.optional(address),
  max_continuous_duration: z.optional(maxContinuousDuration),
  audio_only: z.optional(z.boolean()),
  embedded_subtitles: z.optional(embeddedSubtitles),
  generated_subtitles: z.optional(generatedSubtitles),
  simulcast_targets: z.optional(
    z.array(SimulcastTargetRequest).check(z.maxLength(liveLimits.simulcastTargetsMax)),
  ),
  meta: z.optional(LiveStreamMeta),
  passthrough: z.optional(passthrough),
  test: z.optional(z.boolean()),
})
export type LiveStreamOptions = z.output<typeof LiveStreamOptions>

/** What is left out stays; an empty text clears. */
export const LiveStreamChanges = z.object({
  latency_mode: z.optional(z.enum(latencyModes)),
  reconnect_window: z.optional(reconnectWindow),
  use_slate_for_standard_latency: z.optional(z.boolean()),
  reconnect_slate_url: z.optional(address),
  max_continuous_duration: z.optional(maxContinuousDuration),
  new_asset_settings: z.optional(
    z.object({
      master_access: z.optional(z.enum(['temporary', 'none'])),
      meta: z.optional(AssetMeta),
      mp4_support: z.optional(z.enum(mp4SupportValues)),
      video_quality: z.optional(z.enum(videoQualities)),
    }),
  ),
  meta: z.optional(LiveStreamMeta),
  passthrough: z.optional(passthrough),
})
export type LiveStreamChanges = z.output<typeof LiveStreamChanges>

export const PlaybackIdRequest = z.object({
  policy: z._default(z.enum(playbackPolicies), 'public'),
  drm_configuration_id: z.optional(z.string()),
})
