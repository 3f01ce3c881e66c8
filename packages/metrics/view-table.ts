import type { ColumnKind } from './column-kinds.ts'
import type { DimensionCategory } from './dimension.ts'

type Mark = 'basic' | 'monitoring' | 'detail'

/** A column that is also a dimension; the number is its place within the category. */
export type DimensionRow = readonly [
  kind: ColumnKind,
  title: string,
  category: DimensionCategory,
  place: number,
  ...marks: Mark[],
]
export type TableRow = readonly [kind: ColumnKind] | DimensionRow

/**
 * The columns of the table `views`, one row per view, in the order of the table. The collector writes them, formulas
 * name them, and a test compares the migration with this list. Times are milliseconds, bitrates bits per second, scores
 * and percentages fractions of 1. An unknown value is null, never zero.
 */
export const viewTable = {
  environment_id: ['environment'],
  view_id: ['id'],
  /** Server time, corrected for clock skew: the play intent and the last event of the view. */
  view_start: ['moment'],
  view_end: ['moment'],
  /** Rows with the same key are versions of one view: the highest version counts, unless it has is_deleted. */
  version: ['big'],
  is_deleted: ['bit'],
  /** Days from view_end until the row is deleted: the plan's retention when the view was written. */
  retention_days: ['count'],
  inserted_at: ['moment'],
  updated_at: ['moment'],

  // Video
  video_id: ['text', 'Video ID', 'video_metadata', 10, 'basic', 'monitoring'],
  video_title: ['text', 'Video title', 'video_metadata', 20, 'basic', 'monitoring'],
  video_series: ['label', 'Video series', 'video_metadata', 30, 'basic', 'monitoring'],
  video_content_type: ['label', 'Video content type', 'video_metadata', 40, 'basic'],
  stream_type: ['label', 'Stream type', 'stream', 10, 'basic', 'monitoring'],
  source_type: ['label', 'Source type', 'stream', 20, 'basic'],
  video_producer: ['label', 'Video producer', 'video_metadata', 60],
  video_language: ['label', 'Video language', 'video_metadata', 70],
  video_variant_id: ['text', 'Video variant ID', 'video_metadata', 80],
  video_variant_name: ['label', 'Video variant name', 'video_metadata', 90],
  video_encoding_variant: ['label', 'Encoding variant', 'stream', 40],
  video_affiliate: ['label', 'Video affiliate', 'video_metadata', 100],
  video_brand: ['label', 'Video brand', 'video_metadata', 110],
  video_codec: ['label', 'Video codec', 'stream', 50],
  audio_codec: ['label', 'Audio codec', 'stream', 70],
  video_dynamic_range_type: ['label', 'Dynamic range', 'stream', 90],
  video_creator_id: ['text', 'Video creator', 'video_metadata', 50],
  video_duration: ['maybeCount', 'Video duration', 'video_metadata', 150, 'detail'],
  video_codec_initial: ['label', 'First video codec', 'stream', 60],
  audio_codec_initial: ['label', 'First audio codec', 'stream', 80],
  video_dynamic_range_type_initial: ['label', 'First dynamic range', 'stream', 100],
  video_source_width: ['maybeCount', 'Source width', 'stream', 110],
  video_source_height: ['maybeCount', 'Source height', 'stream', 130],
  video_source_bitrate: ['maybeCount', 'Source bitrate', 'stream', 150],
  video_source_fps: ['maybeNumber', 'Source frame rate', 'stream', 170],
  video_source_width_initial: ['maybeCount', 'First source width', 'stream', 120],
  video_source_height_initial: ['maybeCount', 'First source height', 'stream', 140],
  video_source_bitrate_initial: ['maybeCount', 'First source bitrate', 'stream', 160],
  video_source_fps_initial: ['maybeNumber', 'First source frame rate', 'stream', 180],

  // Delivery
  cdn: ['label', 'CDN', 'network', 10, 'basic', 'monitoring'],
  video_cdn_trace: ['labels', 'CDN trace', 'network', 20],
  source_hostname: ['label', 'Source hostname', 'stream', 30],
  player_source_domain: ['label', 'Source domain', 'stream', 210, 'detail'],
  player_source_url: ['text', 'Source URL', 'stream', 220, 'detail'],
  player_source_duration: ['maybeCount', 'Source duration', 'stream', 230, 'detail'],
  view_cdn_edge_pop: ['label', 'CDN edge', 'network', 30],
  view_cdn_origin: ['label', 'CDN origin', 'network', 40],
  view_session_id: ['text', 'View session ID', 'view', 130],
  view_drm_type: ['label', 'DRM type', 'stream', 190],
  view_drm_level: ['label', 'DRM level', 'stream', 200],
  asset_id: ['text', 'Asset ID', 'video_metadata', 120, 'basic', 'monitoring'],
  live_stream_id: ['text', 'Live stream ID', 'video_metadata', 130, 'basic', 'monitoring'],
  playback_id: ['text', 'Playback ID', 'video_metadata', 140, 'basic', 'monitoring'],

  // Player
  player_name: ['label', 'Player name', 'player', 10, 'basic', 'monitoring'],
  player_version: ['label', 'Player version', 'player', 20],
  player_software: ['label', 'Player software', 'player', 30, 'basic'],
  player_software_version: ['label', 'Player software version', 'player', 40],
  player_mux_plugin_name: ['label', 'Plugin name', 'player', 50],
  player_mux_plugin_version: ['label', 'Plugin version', 'player', 60],
  mux_embed: ['label', 'SDK', 'debug', 30],
  mux_embed_version: ['label', 'SDK version', 'debug', 40],
  mux_api_version: ['label', 'Beacon version', 'debug', 50, 'detail'],
  player_autoplay: ['maybeFlag', 'Autoplay', 'player', 70],
  player_preload: ['label', 'Preload', 'player', 80],
  player_language: ['label', 'Player language', 'player', 90],
  player_poster: ['text', 'Poster', 'player', 100],
  player_remote_played: ['maybeFlag', 'Remote played', 'player', 110],
  player_width: ['maybeCount', 'Player width', 'player', 190, 'detail'],
  player_height: ['maybeCount', 'Player height', 'player', 200, 'detail'],
  player_instance_id: ['text', 'Player instance', 'debug', 60, 'detail'],
  player_view_count: ['maybeCount'],
  player_playback_mode: ['label', 'Playback mode', 'player', 120],
  used_captions: ['flag', 'Used captions', 'player', 130],
  used_pip: ['flag', 'Used picture-in-picture', 'player', 150],
  used_fullscreen: ['flag', 'Used fullscreen', 'player', 140],
  time_shift_enabled: ['flag', 'Time shift enabled', 'player', 160],

  // Viewer, device, place
  /** The customer's id, otherwise the random one of the SDK; null without both. */
  viewer_id: ['text'],
  mux_viewer_id: ['text', 'Random viewer ID', 'debug', 80, 'detail'],
  viewer_user_id: ['text', 'Viewer ID', 'view', 140],
  session_id: ['text', 'Session', 'debug', 70, 'detail'],
  viewer_plan: ['label', 'Viewer plan', 'view', 150],
  viewer_plan_status: ['label', 'Viewer plan status', 'view', 160],
  viewer_plan_category: ['label', 'Viewer plan category', 'view', 170],
  viewer_connection_type: ['label', 'Connection type', 'network', 70],
  viewer_device_category: ['label', 'Device category', 'device', 50, 'basic'],
  viewer_device_manufacturer: ['label', 'Device manufacturer', 'device', 60, 'basic'],
  viewer_device_name: ['label', 'Device name', 'device', 80, 'basic'],
  viewer_device_model: ['label', 'Device model', 'device', 70],
  operating_system: ['label', 'Operating system', 'device', 30, 'basic', 'monitoring'],
  operating_system_version: ['label', 'Operating system version', 'device', 40],
  browser: ['label', 'Browser', 'device', 10, 'basic'],
  browser_version: ['label', 'Browser version', 'device', 20],
  viewer_application_engine: ['label', 'Browser engine', 'device', 110, 'detail'],
  viewer_os_architecture: ['label', 'Processor architecture', 'device', 120, 'detail'],
  client_application_name: ['label', 'Application name', 'device', 90],
  client_application_version: ['label', 'Application version', 'device', 100],
  viewer_user_agent: ['text'],
  /** Empty for people. */
  bot_class: ['label', 'Bot class', 'debug', 10],
  continent_code: ['label', 'Continent', 'geography', 10, 'basic'],
  country: ['label', 'Country', 'geography', 20, 'monitoring'],
  region: ['label', 'Region', 'geography', 30, 'monitoring'],
  city: ['label', 'City', 'geography', 40, 'detail'],
  latitude: ['maybeNumber', 'Latitude', 'geography', 50, 'detail'],
  longitude: ['maybeNumber', 'Longitude', 'geography', 60, 'detail'],
  asn: ['maybeCount', 'ASN', 'network', 50, 'monitoring'],
  asn_name: ['label', 'Network name', 'network', 60],
  /** The IP address, cut to /24 or /48. */
  ip_prefix: ['text', 'Network address', 'debug', 90, 'detail'],
  page_type: ['label', 'Page type', 'player', 170],
  page_url: ['text', 'Page URL', 'player', 180],

  // Grouping
  sub_property_id: ['label', 'Sub-property', 'view', 180, 'basic', 'monitoring'],
  experiment_name: ['label', 'Experiment', 'view', 190],
  custom_1: ['label', 'Custom 1', 'custom', 10],
  custom_2: ['label', 'Custom 2', 'custom', 20],
  custom_3: ['label', 'Custom 3', 'custom', 30],
  custom_4: ['label', 'Custom 4', 'custom', 40],
  custom_5: ['label', 'Custom 5', 'custom', 50],
  custom_6: ['label', 'Custom 6', 'custom', 60],
  custom_7: ['label', 'Custom 7', 'custom', 70],
  custom_8: ['label', 'Custom 8', 'custom', 80],
  custom_9: ['label', 'Custom 9', 'custom', 90],
  custom_10: ['label', 'Custom 10', 'custom', 100],
  custom_11: ['label', 'Custom 11', 'custom', 110],
  custom_12: ['label', 'Custom 12', 'custom', 120],
  custom_13: ['label', 'Custom 13', 'custom', 130],
  custom_14: ['label', 'Custom 14', 'custom', 140],
  custom_15: ['label', 'Custom 15', 'custom', 150],
  custom_16: ['label', 'Custom 16', 'custom', 160],
  custom_17: ['label', 'Custom 17', 'custom', 170],
  custom_18: ['label', 'Custom 18', 'custom', 180],
  custom_19: ['label', 'Custom 19', 'custom', 190],
  custom_20: ['label', 'Custom 20', 'custom', 200],

  // How it went
  watch_time: ['count'],
  playing_time: ['count'],
  content_playing_time: ['count'],
  view_total_content_playback_time: ['maybeCount'],
  view_max_playhead_position: ['maybeCount'],
  /** Share of the video that was reached: 1 when it ended. Null for live streams and unknown durations. */
  video_completion_percentage: ['maybeNumber'],
  exit_before_video_start: ['flag', 'Exit before video start', 'view', 10, 'basic'],
  view_dropped: ['flag', 'View dropped', 'view', 100],
  view_has_ad: ['flag', 'View has ad', 'view', 120, 'basic', 'monitoring'],
  long_rebuffering: ['flag', 'Ended by long rebuffering', 'view', 200, 'detail'],
  long_resume: ['flag', 'Resumed after a long pause', 'view', 210, 'detail'],
  watched: ['flag'],
  ended: ['flag'],
  is_sampled: ['flag'],
  sample_rate: ['maybeNumber'],

  // Errors
  playback_failure: ['flag', 'Playback failure', 'view', 20],
  video_startup_failure: ['flag', 'Video startup failure', 'view', 30, 'basic'],
  playback_business_exception: ['flag', 'Business exception', 'view', 60],
  video_startup_business_exception: ['flag', 'Startup business exception', 'view', 70],
  ad_playback_failure: ['flag', 'Playback failure in an ad', 'view', 40],
  content_playback_failure: ['flag', 'Playback failure in content', 'view', 50],
  error_type_id: ['errorId', 'Error type', 'view', 90],
  playback_failure_error_type_id: ['errorId'],
  video_startup_failure_error_type_id: ['errorId'],
  playback_business_exception_error_type_id: ['errorId'],
  video_startup_business_exception_error_type_id: ['errorId'],
  ad_playback_failure_error_type_id: ['errorId'],
  player_error_code: ['label', 'Player error code', 'view', 80],
  player_error_message: ['text'],
  player_error_context: ['text'],
  /** Every error of the view as reported (ViewError[]), so that a changed configuration can judge it again. */
  errors: ['document'],

  // Scores
  viewer_experience_score: ['maybeNumber'],
  playback_success_score: ['maybeNumber'],
  startup_time_score: ['maybeNumber'],
  rebuffer_score: ['maybeNumber'],
  video_quality_score: ['maybeNumber'],

  // Startup
  video_startup_time: ['maybeCount'],
  view_content_startup_time: ['maybeCount'],
  player_startup_time: ['maybeCount'],
  page_load_time: ['maybeCount'],
  aggregate_startup_time: ['maybeCount'],

  // Smoothness
  rebuffer_count: ['maybeCount'],
  rebuffer_duration: ['maybeCount'],
  rebuffer_frequency: ['maybeNumber'],
  rebuffer_percentage: ['maybeNumber'],
  seek_count: ['maybeCount'],
  seek_duration: ['maybeCount'],
  seek_latency: ['maybeNumber'],

  // Quality
  upscale_percentage: ['maybeNumber'],
  downscale_percentage: ['maybeNumber'],
  max_upscale_percentage: ['maybeNumber'],
  max_downscale_percentage: ['maybeNumber'],
  /** Fraction × played milliseconds; the denominators of the averages are view_total_content_playback_time. */
  view_total_upscaling: ['maybeNumber'],
  view_total_downscaling: ['maybeNumber'],
  weighted_average_bitrate: ['maybeNumber'],
  rendition_change_count: ['maybeCount'],
  rendition_upshift_count: ['maybeCount'],
  rendition_downshift_count: ['maybeCount'],
  live_stream_latency: ['maybeNumber'],
  view_dropped_frame_count: ['maybeCount', 'Dropped frames', 'view', 110],

  // Requests
  request_count: ['maybeCount'],
  request_failed_count: ['maybeCount'],
  request_canceled_count: ['maybeCount'],
  request_latency: ['maybeNumber'],
  max_request_latency: ['maybeNumber'],
  request_throughput: ['maybeNumber'],
  min_request_throughput: ['maybeNumber'],

  // Ads
  preroll_requested: ['maybeFlag', 'Preroll requested', 'preroll', 10],
  preroll_played: ['maybeFlag', 'Preroll played', 'preroll', 20],
  preroll_ad_tag_hostname: ['label', 'Preroll ad tag hostname', 'preroll', 30],
  preroll_ad_asset_hostname: ['label', 'Preroll ad asset hostname', 'preroll', 40],
  requests_for_first_preroll: ['maybeCount'],
  video_startup_preroll_request_time: ['maybeCount'],
  video_startup_preroll_load_time: ['maybeCount'],
  ad_preroll_startup_time: ['maybeCount'],
  ad_playing_time: ['maybeCount'],
  ad_attempt_count: ['maybeCount'],
  ad_impression_count: ['maybeCount'],
  ad_break_count: ['maybeCount'],
  ad_error_count: ['maybeCount'],
  ad_break_error_count: ['maybeCount'],
  ad_startup_error_count: ['maybeCount'],
  ad_exit_before_start_count: ['maybeCount'],
  ad_error_percentage: ['maybeNumber'],
  ad_break_error_percentage: ['maybeNumber'],
  ad_startup_error_percentage: ['maybeNumber'],
  ad_exit_before_start_percentage: ['maybeNumber'],

  // The course of the view
  /** Played ranges of the video in milliseconds, in order; repeated plays are repeated. */
  playback_ranges: ['ranges'],
  /** Playing time by rendition and by playback mode: SubviewTotal[]. */
  renditions: ['document'],
  playback_modes: ['document'],
  /** TimelineEvent[] */
  timeline: ['document'],
  source_protocol: ['label', 'Reported by', 'debug', 20],
} as const satisfies Record<string, TableRow>
