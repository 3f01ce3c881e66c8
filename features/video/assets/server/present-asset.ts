import type { z } from 'zod/mini'
import { renditionResolutions, type ResolutionTier } from '@playhead/domain/video.ts'
import type { Asset, AssetShots, PlaybackId, StaticRendition, Track } from '../contract.ts'
import type { AssetParts, AssetRow, PlaybackIdRow, RenditionRow, TrackRow } from './asset-row.ts'

/** What is null or an empty text here is left out of the answer. */
const set = <T>(value: T | null): T | undefined => (value === null ? undefined : value)

export const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

export const presentPlaybackId = ({ id, policy }: PlaybackIdRow): z.input<typeof PlaybackId> => ({
  id,
  policy,
})

const errorOf = (type: string | null, messages: string[]) =>
  type === null ? undefined : { type, messages }

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
  error: errorOf(track.error_type, track.error_messages),
})

const renditionTierOf = (
  resolution: string,
  width: number | null,
  height: number | null,
): ResolutionTier | undefined => {
  if (resolution === 'audio-only') return 'audio-only'
  if (width === null || height === null) return undefined
  const short = Math.min(width, height)
  if (short <= 720) return '720p'
  if (short <= 1080) return '1080p'
  return short <= 1440 ? '1440p' : '2160p'
}

export const presentRendition = (rendition: RenditionRow): z.input<typeof StaticRendition> => ({
  id: rendition.id,
  name: rendition.name,
  ext: rendition.name.endsWith('.m4a') ? 'm4a' : 'mp4',
  status: rendition.status,
  type: rendition.type,
  resolution: renditionResolutions.find((known) => known === rendition.resolution),
  resolution_tier: renditionTierOf(rendition.resolution, rendition.width, rendition.height),
  width: set(rendition.width),
  height: set(rendition.height),
  bitrate: set(rendition.bitrate),
  filesize: rendition.bytes === null ? undefined : String(rendition.bytes),
  passthrough: set(rendition.passthrough),
  error:
    rendition.error_message === null
      ? undefined
      : { type: 'rendition_failed', messages: [rendition.error_message] },
})

const renditionsOf = (renditions: RenditionRow[]) => {
  if (renditions.length === 0) return undefined
  const has = (status: RenditionRow['status']) => renditions.some((one) => one.status === status)
  const status = has('preparing')
    ? 'preparing'
    : has('ready')
      ? 'ready'
      : has('errored')
        ? 'errored'
        : 'disabled'
  return { status, files: renditions.map(presentRendition) } as const
}

const storedResolutionOf = (tier: AssetRow['resolution_tier'], tracks: TrackRow[]) => {
  if (tier === null) return undefined
  if (tier === 'audio-only') return 'Audio only'
  const picture = tracks.find(({ type }) => type === 'video')
  const short = Math.min(picture?.max_width ?? 720, picture?.max_height ?? 720)
  if (tier === '720p') return short < 720 ? 'SD' : 'HD'
  return tier === '1080p' ? 'FHD' : 'UHD'
}

const encodingTiers = { basic: 'baseline', plus: 'smart', premium: 'premium' } as const

/** Opened for 24 hours; whoever has the address may download. */
export const masterAddress = (publicUrl: string, secret: string) =>
  `${publicUrl}/master/${secret}.mp4`

const masterOf = (asset: AssetRow, publicUrl: string) =>
  asset.master_access === 'none'
    ? undefined
    : {
        status: asset.master_status ?? 'preparing',
        url:
          asset.master_status === 'ready' && asset.master_secret !== null
            ? masterAddress(publicUrl, asset.master_secret)
            : undefined,
      }

export const presentShots = (
  { asset, playbackIds }: Pick<AssetParts, 'asset' | 'playbackIds'>,
  publicUrl: string,
): z.input<typeof AssetShots> | undefined => {
  if (asset.shots_status === null) return undefined
  const [first] = playbackIds
  return {
    status: asset.shots_status,
    errors:
      asset.shots_error === null
        ? undefined
        : { type: 'shots_failed', messages: [asset.shots_error] },
    shots_manifest_url:
      asset.shots_status === 'completed' && first
        ? `${publicUrl}/${first.id}/shots.json`
        : undefined,
  }
}

const metaOf = ({ title, creator_id, external_id }: AssetRow) =>
  title === null && creator_id === null && external_id === null
    ? undefined
    : { title: set(title), creator_id: set(creator_id), external_id: set(external_id) }

/** It was prepared, and is again as it was once its files are back; until then nobody should take it for well. */
const missingFilesOf = (missing: AssetParts['missingFiles']) =>
  missing && {
    type: 'missing_files',
    messages: [
      missing.count === 1
        ? `A file of this asset is missing in the storage: ${missing.example}.`
        : `${missing.count} files of this asset are missing in the storage, such as ${missing.example}.`,
    ],
  }

const nonEmpty = <T>(list: T[]) => (list.length === 0 ? undefined : list)

/** The asset as the API tells it. */
export const presentAsset = (parts: AssetParts, publicUrl: string): z.input<typeof Asset> => {
  const { asset, playbackIds, tracks, renditions, missingFiles } = parts
  return {
    id: asset.id,
    created_at: String(epochSeconds(asset.created_at)),
    // Only the last event tells of it, in which the asset is as it was.
    status: asset.status === 'deleted' ? (asset.ready_at ? 'ready' : 'preparing') : asset.status,
    progress: { state: asset.progress_state, progress: asset.progress_percent },
    errors: errorOf(asset.error_type, asset.error_messages) ?? missingFilesOf(missingFiles),
    video_quality: asset.video_quality,
    encoding_tier: encodingTiers[asset.video_quality],
    max_resolution_tier: asset.max_resolution_tier,
    resolution_tier: set(asset.resolution_tier),
    max_stored_resolution: storedResolutionOf(asset.resolution_tier, tracks),
    max_stored_frame_rate: set(asset.max_stored_frame_rate),
    aspect_ratio: set(asset.aspect_ratio),
    duration: set(asset.duration),
    master_access: asset.master_access,
    master: masterOf(asset, publicUrl),
    mp4_support: set(asset.mp4_support),
    static_renditions: renditionsOf(renditions),
    playback_ids: nonEmpty(playbackIds.map(presentPlaybackId)),
    tracks: nonEmpty(tracks.map(presentTrack)),
    meta: metaOf(asset),
    passthrough: set(asset.passthrough),
    thumbnail_time: set(asset.thumbnail_time),
    normalize_audio: asset.normalizes_audio,
    generate_shots: asset.wants_shots || undefined,
    shots: presentShots(parts, publicUrl),
    non_standard_input_reasons: set(asset.non_standard_reasons),
    ingest_type: asset.ingest_type,
    live_stream_id: set(asset.live_stream_id),
    source_asset_id: set(asset.source_asset_id),
    upload_id: set(asset.upload_id),
    test: asset.is_test || undefined,
  }
}
