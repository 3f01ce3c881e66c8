import { type ColumnsOfKind, type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'

/** What the player reports about its device takes precedence over what the request headers say. */
export const deviceKeys = {
  viewer_device_category: ['mux_viewer_device_category', 'viewer_device_category'],
  viewer_device_manufacturer: ['mux_viewer_device_manufacturer', 'viewer_device_manufacturer'],
  viewer_device_name: ['mux_viewer_device_name', 'viewer_device_name'],
  viewer_device_model: ['mux_viewer_device_model', 'viewer_device_model'],
  operating_system: ['viewer_os_family'],
  operating_system_version: ['viewer_os_version'],
  viewer_os_architecture: ['viewer_os_architecture'],
  browser: ['viewer_application_name'],
  browser_version: ['viewer_application_version'],
  viewer_application_engine: ['viewer_application_engine'],
} as const satisfies Partial<Record<ViewColumn, readonly string[]>>

/** Columns filled from a key with another name; where two are named, the first with a value. */
const otherKeyOfColumn = {
  source_type: ['video_source_mime_type'],
  video_language: ['video_language_code'],
  video_codec: ['video_codec', 'video_source_codec'],
  audio_codec: ['video_audio_codec', 'player_audio_track_codec'],
  cdn: ['video_cdn'],
  source_hostname: ['video_source_hostname'],
  player_source_domain: ['video_source_domain'],
  player_source_url: ['video_source_url', 'player_source_url'],
  player_software: ['player_software_name', 'player_software'],
  player_preload: ['player_preload_on'],
  player_language: ['player_language_code'],
  player_poster: ['video_poster_url'],
  viewer_id: ['viewer_user_id', 'mux_viewer_id'],
  client_application_name: ['view_client_application_name'],
  client_application_version: ['view_client_application_version'],
  preroll_ad_tag_hostname: ['view_preroll_ad_tag_hostname'],
  preroll_ad_asset_hostname: ['view_preroll_ad_asset_hostname'],
} as const satisfies Partial<Record<ViewColumn, readonly string[]>>

/** Text columns that are not the last value of a key: derived from the request, the errors or the whole view. */
const withoutKey = [
  'asn_name',
  'asset_id',
  'audio_codec_initial',
  'bot_class',
  'city',
  'continent_code',
  'country',
  'ip_prefix',
  'live_stream_id',
  'playback_id',
  'player_error_code',
  'player_error_context',
  'player_error_message',
  'player_instance_id',
  'region',
  'source_protocol',
  'stream_type',
  'video_codec_initial',
  'video_dynamic_range_type_initial',
  'viewer_user_agent',
] as const satisfies ViewColumn[]

type OwnKeyColumn = Exclude<
  ColumnsOfKind<'text' | 'label'>,
  keyof typeof deviceKeys | keyof typeof otherKeyOfColumn | (typeof withoutKey)[number]
>

const ownKeyColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column): column is OwnKeyColumn =>
    (viewColumns[column] === 'text' || viewColumns[column] === 'label') &&
    !(column in deviceKeys) &&
    !(column in otherKeyOfColumn) &&
    !withoutKey.some((other) => other === column),
)

/** Columns with the last value of a key, which usually has the name of the column. */
export const textKeys: Readonly<
  Record<OwnKeyColumn | keyof typeof otherKeyOfColumn, readonly string[]>
> = {
  ...(Object.fromEntries(ownKeyColumns.map((column) => [column, [column]])) as Record<
    OwnKeyColumn,
    [string]
  >),
  ...otherKeyOfColumn,
}

/** Keys for which an empty text means unknown; elsewhere it is a value that the customer set. */
export const emptyIsUnknown: ReadonlySet<string> = new Set([
  ...Object.values(deviceKeys).flat(),
  'player_language_code',
  'video_poster_url',
  'video_cdn',
  'viewer_user_id',
  'mux_viewer_id',
  'session_id',
  'video_source_url',
  'video_source_hostname',
  'video_source_domain',
])

const otherKeys = [
  'asset_id',
  'playback_id',
  'live_stream_id',
  'video_stream_type',
  'video_is_live',
  'video_source_is_live',
  'video_duration',
  'video_source_duration',
  'player_source_duration',
  'video_source_width',
  'video_source_height',
  'video_source_bitrate',
  'video_source_fps',
  'video_source_codec',
  'video_source_rendition_name',
  'video_playback_range',
  'video_holdback',
  'video_part_holdback',
  'video_target_duration',
  'player_autoplay_on',
  'video_is_autoplay',
  'player_remote_played',
  'player_width',
  'player_height',
  'player_view_count',
  'player_playback_mode_data',
  'player_live_edge_program_time',
  'player_manifest_newest_program_time',
  'view_program_changed',
  'view_watch_time',
  'view_content_playback_time',
  'view_time_to_first_frame',
  'view_aggregate_startup_time',
  'view_max_playhead_position',
  'view_rebuffer_count',
  'view_rebuffer_duration',
  'view_seek_count',
  'view_seek_duration',
  'view_dropped_frame_count',
  'view_max_upscale_percentage',
  'view_max_downscale_percentage',
  'view_total_upscaling',
  'view_total_downscaling',
  'view_total_content_playback_time',
  'view_request_count',
  'view_request_failed_count',
  'view_request_canceled_count',
  'view_average_request_latency',
  'view_max_request_latency',
  'view_average_request_throughput',
  'view_min_request_throughput',
  'view_has_ad',
  'view_preroll_requested',
  'view_preroll_played',
  'view_preroll_request_count',
  'view_preroll_load_time',
  'view_startup_preroll_request_time',
  'view_startup_preroll_load_time',
  'mux_sample_rate',
]

/** The fold needs no other keys later, so the state stays small. */
export const keptKeys: ReadonlySet<string> = new Set([
  ...Object.values(textKeys).flat(),
  ...Object.values(deviceKeys).flat(),
  ...otherKeys,
])
