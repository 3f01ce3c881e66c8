import { z } from 'zod'
import { videoQualities } from '@playhead/domain/flags.ts'
import {
  assetStatuses,
  ingestTypes,
  maxResolutionTiers,
  mp4SupportValues,
  resolutionTiers,
} from '@playhead/domain/video.ts'
import { InputInfo, InputSettings, RecordingTime } from '../../contract.ts'

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
  /** One entry for each probed input, in their order. */
  input_info: z.array(z.object({ file: InputInfo.shape.file })).nullable(),
  non_standard_reasons: Json.nullable(),
  duration: z.number().nullable(),
  resolution_tier: z.enum(resolutionTiers).nullable(),
  aspect_ratio: z.string().nullable(),
  max_stored_frame_rate: z.number().nullable(),
  recording_times: z.array(RecordingTime).nullable(),
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
  /** With microseconds, which a Date cannot hold. */
  created_place: z.string(),
})
export type AssetRow = z.infer<typeof AssetRow>
