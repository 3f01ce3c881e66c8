import type { RawView } from './raw-view.ts'

/** Dimension → field of a raw view. A raw view does not distinguish false from unknown for autoplay and preload. */
const texts: Record<string, string> = {
  browser: 'viewer_application_name',
  browser_version: 'viewer_application_version',
  operating_system: 'viewer_os_family',
  operating_system_version: 'viewer_os_version',
  viewer_device_category: 'viewer_device_category',
  viewer_device_manufacturer: 'viewer_device_manufacturer',
  viewer_device_model: 'viewer_device_model',
  viewer_device_name: 'viewer_device_name',
  player_name: 'player_name',
  player_version: 'player_version',
  player_software: 'player_software',
  player_software_version: 'player_software_version',
  player_mux_plugin_name: 'player_mux_plugin_name',
  player_language: 'player_language',
  player_poster: 'player_poster',
  player_playback_mode: 'player_playback_mode',
  page_type: 'page_type',
  page_url: 'page_url',
  video_id: 'video_id',
  video_title: 'video_title',
  video_series: 'video_series',
  video_content_type: 'video_content_type',
  video_producer: 'video_producer',
  video_brand: 'video_brand',
  video_language: 'video_language',
  stream_type: 'video_stream_type',
  source_type: 'player_source_type',
  source_hostname: 'player_source_host_name',
  video_codec: 'video_codec',
  video_codec_initial: 'video_codec_initial',
  view_drm_type: 'view_drm_type',
  cdn: 'cdn',
  asn_name: 'asn_name',
  viewer_connection_type: 'viewer_connection_type',
  continent_code: 'continent_code',
  country: 'country_code',
  region: 'region',
  player_error_code: 'player_error_code',
  view_session_id: 'view_session_id',
  viewer_user_id: 'viewer_user_id',
  viewer_plan: 'viewer_plan',
  viewer_plan_status: 'viewer_plan_status',
  viewer_plan_category: 'viewer_plan_category',
  sub_property_id: 'sub_property_id',
  experiment_name: 'experiment_name',
  preroll_ad_tag_hostname: 'preroll_ad_tag_hostname',
  custom_1: 'custom_1',
  custom_2: 'custom_2',
  custom_3: 'custom_3',
  custom_4: 'custom_4',
  custom_5: 'custom_5',
  custom_6: 'custom_6',
  custom_7: 'custom_7',
  custom_20: 'custom_20',
  bot_class: 'bot_class',
  source_protocol: 'source_protocol',
  mux_embed: 'mux_embed',
  mux_embed_version: 'mux_embed_version',
}

const numbers: Record<string, string> = {
  asn: 'asn',
  error_type_id: 'error_type_id',
  video_source_width: 'player_source_width',
  video_source_height: 'player_source_height',
  video_source_bitrate: 'video_source_bitrate',
  video_source_bitrate_initial: 'video_source_bitrate_initial',
  video_source_height_initial: 'video_source_height_initial',
  video_source_fps: 'video_source_fps',
  view_dropped_frame_count: 'view_dropped_frame_count',
}

const flags = [
  'used_captions',
  'used_fullscreen',
  'used_pip',
  'time_shift_enabled',
  'exit_before_video_start',
  'playback_failure',
  'video_startup_failure',
  'ad_playback_failure',
  'content_playback_failure',
  'playback_business_exception',
  'video_startup_business_exception',
  'view_dropped',
  'view_has_ad',
  'player_remote_played',
  'preroll_requested',
  'preroll_played',
]

type ReadValue = (view: RawView) => string | null

const valueAt =
  (field: string): ReadValue =>
  ({ fields }) => {
    if (!(field in fields)) throw new Error(`A view has no field ${field}.`)
    return fields[field] === null ? null : String(fields[field])
  }

/** The value under which a view counts in a breakdown by each dimension. */
export const dimensions: Record<string, ReadValue> = {
  ...Object.fromEntries(
    Object.entries({ ...texts, ...numbers }).map(([id, field]) => [id, valueAt(field)]),
  ),
  ...Object.fromEntries(flags.map((flag) => [flag, valueAt(flag)])),
  video_cdn_trace: ({ fields }) => `[${fields.video_cdn_trace.join(',')}]`,
}

/** Dimensions that exist for ranges older than the views. */
export const basicDimensions = [
  'browser',
  'operating_system',
  'viewer_device_category',
  'viewer_device_manufacturer',
  'viewer_device_name',
  'player_name',
  'player_software',
  'video_id',
  'video_title',
  'video_series',
  'video_content_type',
  'stream_type',
  'source_type',
  'cdn',
  'continent_code',
  'exit_before_video_start',
  'video_startup_failure',
  'view_has_ad',
  'sub_property_id',
]
