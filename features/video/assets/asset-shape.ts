import { z } from 'zod/mini'
import { videoQualities } from '@playhead/domain/flags.ts'
import {
  assetStatuses,
  ingestTypes,
  maxResolutionTiers,
  mp4SupportValues,
  playbackPolicies,
  renditionResolutions,
  resolutionTiers,
} from '@playhead/domain/video.ts'
import { InputSettings } from './asset-options.ts'

const text = z.string()
const optionalText = z.optional(text)
const optionalNumber = z.optional(z.number())

/** Describes a failure: a type for programs and messages for people. */
export const Errors = z.object({ type: text, messages: z.array(text) })

export const PlaybackId = z.object({
  id: text,
  policy: z.enum(playbackPolicies),
  drm_configuration_id: optionalText,
})

export const Track = z.object({
  id: text,
  type: z.enum(['video', 'audio', 'text']),
  status: z.enum(['preparing', 'ready', 'errored', 'deleted']),
  primary: z.optional(z.boolean()),
  name: optionalText,
  language_code: optionalText,
  auto_language_confidence: optionalNumber,
  closed_captions: z.optional(z.boolean()),
  text_type: z.optional(z.enum(['subtitles'])),
  text_source: z.optional(
    z.enum(['uploaded', 'embedded', 'generated_live', 'generated_live_final', 'generated_vod']),
  ),
  passthrough: optionalText,
  duration: optionalNumber,
  max_width: optionalNumber,
  max_height: optionalNumber,
  max_frame_rate: optionalNumber,
  max_channels: optionalNumber,
  error: z.optional(Errors),
})

export const StaticRendition = z.object({
  id: text,
  name: text,
  ext: z.enum(['mp4', 'm4a']),
  status: z.enum(['ready', 'preparing', 'skipped', 'errored']),
  type: z.enum(['standard', 'advanced']),
  /** Missing for the files of `mp4_support`. */
  resolution: z.optional(z.enum(renditionResolutions)),
  resolution_tier: z.optional(z.enum(resolutionTiers)),
  width: optionalNumber,
  height: optionalNumber,
  bitrate: optionalNumber,
  filesize: optionalText,
  passthrough: optionalText,
  error: z.optional(Errors),
})

export const AssetShots = z.object({
  status: z.enum(['pending', 'completed', 'errored', 'skipped', 'deleted']),
  errors: z.optional(Errors),
  shots_manifest_url: optionalText,
})

/** One run of a live stream, of the encoder or of the picture shown while it was away. */
export const RecordingTime = z.object({
  started_at: text,
  duration: z.number(),
  type: z.enum(['content', 'slate']),
})

/** Times are Unix seconds as text. Fields without a value are left out. */
export const Asset = z.object({
  id: text,
  created_at: text,
  status: z.enum(assetStatuses),
  progress: z.object({
    state: z.enum(['ingesting', 'transcoding', 'completed', 'live', 'errored']),
    progress: z.number(),
  }),
  errors: z.optional(Errors),
  video_quality: z.enum(videoQualities),
  encoding_tier: z.enum(['smart', 'baseline', 'premium']),
  max_resolution_tier: z.enum(maxResolutionTiers),
  resolution_tier: z.optional(z.enum(resolutionTiers)),
  max_stored_resolution: z.optional(z.enum(['Audio only', 'SD', 'HD', 'FHD', 'UHD'])),
  max_stored_frame_rate: optionalNumber,
  aspect_ratio: optionalText,
  duration: optionalNumber,
  master_access: z.enum(['temporary', 'none']),
  master: z.optional(
    z.object({ status: z.enum(['ready', 'preparing', 'errored']), url: optionalText }),
  ),
  mp4_support: z.optional(z.enum(mp4SupportValues)),
  static_renditions: z.optional(
    z.object({
      status: z.enum(['ready', 'preparing', 'disabled', 'errored']),
      files: z.array(StaticRendition),
    }),
  ),
  playback_ids: z.optional(z.array(PlaybackId)),
  tracks: z.optional(z.array(Track)),
  meta: z.optional(
    z.object({ title: optionalText, creator_id: optionalText, external_id: optionalText }),
  ),
  passthrough: optionalText,
  thumbnail_time: optionalNumber,
  normalize_audio: z.boolean(),
  generate_shots: z.optional(z.boolean()),
  shots: z.optional(AssetShots),
  non_standard_input_reasons: z.optional(z.record(text, z.unknown())),
  ingest_type: z.enum(ingestTypes),
  is_live: z.optional(z.boolean()),
  live_stream_id: optionalText,
  recording_times: z.optional(z.array(RecordingTime)),
  source_asset_id: optionalText,
  upload_id: optionalText,
  test: z.optional(z.boolean()),
})

export const InputInfo = z.object({
  settings: InputSettings,
  file: z.optional(
    z.object({
      container_format: optionalText,
      tracks: z.array(
        z.object({
          type: text,
          duration: optionalNumber,
          encoding: optionalText,
          width: optionalNumber,
          height: optionalNumber,
          frame_rate: optionalNumber,
          sample_rate: optionalNumber,
          sample_size: optionalNumber,
          channels: optionalNumber,
        }),
      ),
    }),
  ),
})
