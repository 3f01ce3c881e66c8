import { z } from 'zod'
import { videoQualities } from '@playhead/domain/features.ts'
import {
  assetStatuses,
  ingestTypes,
  maxResolutionTiers,
  mp4SupportValues,
  resolutionTiers,
} from '@playhead/domain/video.ts'
import type { MissingFilesRow } from '@playhead/features/video/storage-check/server'
import { InputInfo, InputSettings } from '../contract.ts'

const Json = z.record(z.string(), z.unknown())

export const AssetRow = z.object({
  id: z.uuid(),
  status: z.enum([...assetStatuses, 'deleted']),
  ingest_type: z.enum(ingestTypes),
  upload_id: z.uuid().nullable(),
  source_asset_id: z.uuid().nullable(),
  live_stream_id: z.uuid().nullable(),
  title: z.string().nullable(),
  creator_id: z.string().nullable(),
  external_id: z.string().nullable(),
  passthrough: z.string().nullable(),
  video_quality: z.enum(videoQualities),
  max_resolution_tier: z.enum(maxResolutionTiers),
  normalizes_audio: z.boolean(),
  is_test: z.boolean(),
  wants_shots: z.boolean(),
  copies_overlays: z.boolean(),
  mp4_support: z.enum(mp4SupportValues).nullable(),
  thumbnail_time: z.number().nullable(),
  inputs: z.array(InputSettings),
  /** One for each input that was looked at, in their order. */
  input_info: z.array(z.object({ file: InputInfo.shape.file })).nullable(),
  non_standard_reasons: Json.nullable(),
  duration: z.number().nullable(),
  resolution_tier: z.enum(resolutionTiers).nullable(),
  aspect_ratio: z.string().nullable(),
  max_stored_frame_rate: z.number().nullable(),
  progress_state: z.enum(['ingesting', 'transcoding', 'completed', 'live', 'errored']),
  progress_percent: z.number(),
  error_type: z.string().nullable(),
  error_messages: z.array(z.string()),
  master_access: z.enum(['temporary', 'none']),
  master_status: z.enum(['preparing', 'ready', 'errored']).nullable(),
  master_until: z.date().nullable(),
  master_secret: z.string().nullable(),
  shots_status: z.enum(['pending', 'completed', 'errored', 'skipped', 'deleted']).nullable(),
  shots_error: z.string().nullable(),
  created_at: z.date(),
  playable_at: z.date().nullable(),
  ready_at: z.date().nullable(),
  deleted_at: z.date().nullable(),
  /** To the microsecond, which a Date does not hold. */
  created_place: z.string(),
})
export type AssetRow = z.infer<typeof AssetRow>

export const PlaybackIdRow = z.object({
  id: z.string(),
  asset_id: z.uuid().nullable(),
  live_stream_id: z.uuid().nullable(),
  policy: z.enum(['public', 'signed']),
})
export type PlaybackIdRow = z.infer<typeof PlaybackIdRow>

export const TrackRow = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  type: z.enum(['video', 'audio', 'text']),
  status: z.enum(['preparing', 'ready', 'errored', 'deleted']),
  is_primary: z.boolean(),
  name: z.string().nullable(),
  language_code: z.string().nullable(),
  closed_captions: z.boolean(),
  text_type: z.enum(['subtitles']).nullable(),
  text_source: z
    .enum(['uploaded', 'embedded', 'generated_live', 'generated_live_final', 'generated_vod'])
    .nullable(),
  passthrough: z.string().nullable(),
  url: z.string().nullable(),
  duration: z.number().nullable(),
  max_width: z.number().nullable(),
  max_height: z.number().nullable(),
  max_frame_rate: z.number().nullable(),
  max_channels: z.number().nullable(),
  language_confidence: z.number().nullable(),
  source_stream: z.number().nullable(),
  storage_key: z.string().nullable(),
  error_type: z.string().nullable(),
  error_messages: z.array(z.string()),
})
export type TrackRow = z.infer<typeof TrackRow>

export const RenditionRow = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  name: z.string(),
  resolution: z.string(),
  type: z.enum(['standard', 'advanced']),
  status: z.enum(['preparing', 'ready', 'skipped', 'errored']),
  passthrough: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  bitrate: z.number().nullable(),
  bytes: z.number().nullable(),
  storage_key: z.string().nullable(),
  error_message: z.string().nullable(),
})
export type RenditionRow = z.infer<typeof RenditionRow>

/** An asset with what belongs to it. */
export interface AssetParts {
  asset: AssetRow
  playbackIds: PlaybackIdRow[]
  tracks: TrackRow[]
  renditions: RenditionRow[]
  /** Of a stored asset: what the check of the storage did not find. */
  missingFiles?: MissingFilesRow | undefined
}
