import type { AssetResponse } from './asset-part.ts'
import type { AssetParts } from './asset-parts.ts'
import type { AssetRow } from './row/asset-row.ts'

/** Null and empty text are left out of the response. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)

export const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const errorOf = (type: string | null, messages: string[]) =>
  type === null ? undefined : { type, messages }

const encodingTiers = { basic: 'baseline', plus: 'smart', premium: 'premium' } as const

const metaOf = ({ title, creator_id, external_id }: AssetRow) =>
  title === null && creator_id === null && external_id === null
    ? undefined
    : { title: set(title), creator_id: set(creator_id), external_id: set(external_id) }

/** The asset shows an error until its files are back; its stored state stays as it was. */
const missingFilesOf = (missing: AssetParts['missingFiles']) =>
  missing && {
    type: 'missing_files',
    messages: [
      missing.count === 1
        ? `A file of this asset is missing in the storage: ${missing.example}.`
        : `${missing.count} files of this asset are missing in the storage, such as ${missing.example}.`,
    ],
  }

/** The asset as the API shows it. */
export const presentAsset = (parts: AssetParts, publicUrl: string): AssetResponse => {
  const { asset, rows, missingFiles } = parts
  const added = [...rows].map(([part, own]) => part.present(asset, own, { publicUrl }))
  return {
    id: asset.id,
    created_at: String(epochSeconds(asset.created_at)),
    // Only the last event shows a deleted asset, with the state that it had before.
    status: asset.status === 'deleted' ? (asset.ready_at ? 'ready' : 'preparing') : asset.status,
    progress: { state: asset.progress_state, progress: asset.progress_percent },
    errors: errorOf(asset.error_type, asset.error_messages) ?? missingFilesOf(missingFiles),
    video_quality: asset.video_quality,
    encoding_tier: encodingTiers[asset.video_quality],
    max_resolution_tier: asset.max_resolution_tier,
    resolution_tier: set(asset.resolution_tier),
    max_stored_frame_rate: set(asset.max_stored_frame_rate),
    aspect_ratio: set(asset.aspect_ratio),
    duration: set(asset.duration),
    master_access: asset.master_access,
    mp4_support: set(asset.mp4_support),
    meta: metaOf(asset),
    passthrough: set(asset.passthrough),
    thumbnail_time: set(asset.thumbnail_time),
    normalize_audio: asset.normalizes_audio,
    generate_shots: asset.wants_shots || undefined,
    non_standard_input_reasons: set(asset.non_standard_reasons),
    ingest_type: asset.ingest_type,
    is_live: asset.live_stream_id === null ? undefined : asset.progress_state === 'live',
    live_stream_id: set(asset.live_stream_id),
    recording_times: set(asset.recording_times),
    source_asset_id: set(asset.source_asset_id),
    upload_id: set(asset.upload_id),
    test: asset.is_test || undefined,
    ...Object.assign({}, ...added),
  }
}
