import { category } from './define-dimension.ts'
import type { Dimension } from './dimension.ts'

const device = category('device', {
  browser: ['Browser', 'basic'],
  browser_version: ['Browser version'],
  operating_system: ['Operating system', 'basic', 'monitoring'],
  operating_system_version: ['Operating system version'],
  viewer_device_category: ['Device category', 'basic'],
  viewer_device_manufacturer: ['Device manufacturer', 'basic'],
  viewer_device_model: ['Device model'],
  viewer_device_name: ['Device name', 'basic'],
  client_application_name: ['Application name'],
  client_application_version: ['Application version'],
  viewer_application_engine: ['Browser engine', 'detail'],
  viewer_os_architecture: ['Processor architecture', 'detail'],
})

const player = category('player', {
  player_name: ['Player name', 'basic', 'monitoring'],
  player_version: ['Player version'],
  player_software: ['Player software', 'basic'],
  player_software_version: ['Player software version'],
  player_mux_plugin_name: ['Plugin name'],
  player_mux_plugin_version: ['Plugin version'],
  player_autoplay: ['Autoplay'],
  player_preload: ['Preload'],
  player_language: ['Player language'],
  player_poster: ['Poster'],
  player_remote_played: ['Remote played'],
  player_playback_mode: ['Playback mode'],
  used_captions: ['Used captions'],
  used_fullscreen: ['Used fullscreen'],
  used_pip: ['Used picture-in-picture'],
  time_shift_enabled: ['Time shift enabled'],
  page_type: ['Page type'],
  page_url: ['Page URL'],
  player_width: ['Player width', 'detail'],
  player_height: ['Player height', 'detail'],
})

const videoMetadata = category('video_metadata', {
  video_id: ['Video ID', 'basic', 'monitoring'],
  video_title: ['Video title', 'basic', 'monitoring'],
  video_series: ['Video series', 'basic', 'monitoring'],
  video_content_type: ['Video content type', 'basic'],
  video_creator_id: ['Video creator'],
  video_producer: ['Video producer'],
  video_language: ['Video language'],
  video_variant_id: ['Video variant ID'],
  video_variant_name: ['Video variant name'],
  video_affiliate: ['Video affiliate'],
  video_brand: ['Video brand'],
  asset_id: ['Asset ID', 'basic', 'monitoring'],
  live_stream_id: ['Live stream ID', 'basic', 'monitoring'],
  playback_id: ['Playback ID', 'basic', 'monitoring'],
  video_duration: ['Video duration', 'detail'],
})

const stream = category('stream', {
  stream_type: ['Stream type', 'basic', 'monitoring'],
  source_type: ['Source type', 'basic'],
  source_hostname: ['Source hostname'],
  video_encoding_variant: ['Encoding variant'],
  video_codec: ['Video codec'],
  video_codec_initial: ['First video codec'],
  audio_codec: ['Audio codec'],
  audio_codec_initial: ['First audio codec'],
  video_dynamic_range_type: ['Dynamic range'],
  video_dynamic_range_type_initial: ['First dynamic range'],
  video_source_width: ['Source width'],
  video_source_width_initial: ['First source width'],
  video_source_height: ['Source height'],
  video_source_height_initial: ['First source height'],
  video_source_bitrate: ['Source bitrate'],
  video_source_bitrate_initial: ['First source bitrate'],
  video_source_fps: ['Source frame rate'],
  video_source_fps_initial: ['First source frame rate'],
  view_drm_type: ['DRM type'],
  view_drm_level: ['DRM level'],
  player_source_domain: ['Source domain', 'detail'],
  player_source_url: ['Source URL', 'detail'],
  player_source_duration: ['Source duration', 'detail'],
})

const network = category('network', {
  cdn: ['CDN', 'basic', 'monitoring'],
  video_cdn_trace: ['CDN trace'],
  view_cdn_edge_pop: ['CDN edge'],
  view_cdn_origin: ['CDN origin'],
  asn: ['ASN', 'monitoring'],
  asn_name: ['Network name'],
  viewer_connection_type: ['Connection type'],
})

const geography = category('geography', {
  continent_code: ['Continent', 'basic'],
  country: ['Country', 'monitoring'],
  region: ['Region', 'monitoring'],
  city: ['City', 'detail'],
  latitude: ['Latitude', 'detail'],
  longitude: ['Longitude', 'detail'],
})

const view = category('view', {
  exit_before_video_start: ['Exit before video start', 'basic'],
  playback_failure: ['Playback failure'],
  video_startup_failure: ['Video startup failure', 'basic'],
  ad_playback_failure: ['Playback failure in an ad'],
  content_playback_failure: ['Playback failure in content'],
  playback_business_exception: ['Business exception'],
  video_startup_business_exception: ['Startup business exception'],
  player_error_code: ['Player error code'],
  error_type_id: ['Error type'],
  view_dropped: ['View dropped'],
  view_dropped_frame_count: ['Dropped frames'],
  view_has_ad: ['View has ad', 'basic', 'monitoring'],
  view_session_id: ['View session ID'],
  viewer_user_id: ['Viewer ID'],
  viewer_plan: ['Viewer plan'],
  viewer_plan_status: ['Viewer plan status'],
  viewer_plan_category: ['Viewer plan category'],
  sub_property_id: ['Sub-property', 'basic', 'monitoring'],
  experiment_name: ['Experiment'],
  long_rebuffering: ['Ended by long rebuffering', 'detail'],
  long_resume: ['Resumed after a long pause', 'detail'],
})

const preroll = category('preroll', {
  preroll_requested: ['Preroll requested'],
  preroll_played: ['Preroll played'],
  preroll_ad_tag_hostname: ['Preroll ad tag hostname'],
  preroll_ad_asset_hostname: ['Preroll ad asset hostname'],
})

const custom = category('custom', {
  custom_1: ['Custom 1'],
  custom_2: ['Custom 2'],
  custom_3: ['Custom 3'],
  custom_4: ['Custom 4'],
  custom_5: ['Custom 5'],
  custom_6: ['Custom 6'],
  custom_7: ['Custom 7'],
  custom_8: ['Custom 8'],
  custom_9: ['Custom 9'],
  custom_10: ['Custom 10'],
  custom_11: ['Custom 11'],
  custom_12: ['Custom 12'],
  custom_13: ['Custom 13'],
  custom_14: ['Custom 14'],
  custom_15: ['Custom 15'],
  custom_16: ['Custom 16'],
  custom_17: ['Custom 17'],
  custom_18: ['Custom 18'],
  custom_19: ['Custom 19'],
  custom_20: ['Custom 20'],
})

export type CustomDimensionId = keyof typeof custom
export const customDimensionIds = Object.keys(custom) as CustomDimensionId[]

const debug = category('debug', {
  bot_class: ['Bot class'],
  source_protocol: ['Reported by'],
  mux_embed: ['SDK'],
  mux_embed_version: ['SDK version'],
  mux_api_version: ['Beacon version', 'detail'],
  player_instance_id: ['Player instance', 'detail'],
  session_id: ['Session', 'detail'],
  mux_viewer_id: ['Random viewer ID', 'detail'],
  ip_prefix: ['Network address', 'detail'],
})

/** METR-045, METR-046. A question is always about one environment, so there is no dimension for it. */
export const dimensions = {
  ...device,
  ...player,
  ...videoMetadata,
  ...stream,
  ...network,
  ...geography,
  ...view,
  ...preroll,
  ...custom,
  ...debug,
} satisfies Record<string, Dimension>

export type DimensionId = keyof typeof dimensions

export const dimensionIds = Object.keys(dimensions) as DimensionId[]
