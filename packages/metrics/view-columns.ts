/**
 * The columns of the table `views`, one row for each view. The collector writes them, formulas and dimensions name them,
 * and a test holds the migration against this list. Times are milliseconds, bitrates bits per second, scores and
 * percentages fractions of 1. A value that is not known is null, never zero.
 */
export const columnTypes = {
  id: 'String',
  environment: 'UUID',
  moment: "DateTime64(3, 'UTC')",
  /** Few different values in one part of the table. */
  label: 'LowCardinality(Nullable(String))',
  /** Many different values. */
  text: 'Nullable(String)',
  /** 0 or 1, as the table engine wants it. */
  bit: 'UInt8',
  flag: 'Bool',
  maybeFlag: 'Nullable(Bool)',
  count: 'UInt32',
  maybeCount: 'Nullable(UInt32)',
  maybeNumber: 'Nullable(Float64)',
  errorId: 'Nullable(UInt64)',
  labels: 'Array(LowCardinality(String))',
  ranges: 'Array(Tuple(UInt32, UInt32))',
  big: 'UInt64',
  /** JSON text, read for one view at a time. */
  document: 'String',
} as const

export type ColumnKind = keyof typeof columnTypes

interface ValueOf {
  id: string
  environment: string
  /** Milliseconds since 1970. */
  moment: number
  label: string | null
  text: string | null
  bit: 0 | 1
  flag: boolean
  maybeFlag: boolean | null
  count: number
  maybeCount: number | null
  maybeNumber: number | null
  errorId: number | null
  labels: string[]
  ranges: [number, number][]
  big: number
  document: string
}

export const viewColumns = {
  environment_id: 'environment',
  view_id: 'id',
  /** Server time, skew corrected: the play intent and the last sign of the view. */
  view_start: 'moment',
  view_end: 'moment',
  /** Rows of the same key are one view: the highest version counts, and not at all when it says is_deleted. */
  version: 'big',
  is_deleted: 'bit',
  /** Days after view_end until the row goes: the retention of the plan when the view was written. */
  retention_days: 'count',
  inserted_at: 'moment',
  updated_at: 'moment',

  // Video
  video_id: 'text',
  video_title: 'text',
  video_series: 'label',
  video_content_type: 'label',
  stream_type: 'label',
  source_type: 'label',
  video_producer: 'label',
  video_language: 'label',
  video_variant_id: 'text',
  video_variant_name: 'label',
  video_encoding_variant: 'label',
  video_affiliate: 'label',
  video_brand: 'label',
  video_codec: 'label',
  audio_codec: 'label',
  video_dynamic_range_type: 'label',
  video_creator_id: 'text',
  video_duration: 'maybeCount',
  video_codec_initial: 'label',
  audio_codec_initial: 'label',
  video_dynamic_range_type_initial: 'label',
  video_source_width: 'maybeCount',
  video_source_height: 'maybeCount',
  video_source_bitrate: 'maybeCount',
  video_source_fps: 'maybeNumber',
  video_source_width_initial: 'maybeCount',
  video_source_height_initial: 'maybeCount',
  video_source_bitrate_initial: 'maybeCount',
  video_source_fps_initial: 'maybeNumber',

  // Delivery
  cdn: 'label',
  video_cdn_trace: 'labels',
  source_hostname: 'label',
  player_source_domain: 'label',
  player_source_url: 'text',
  player_source_duration: 'maybeCount',
  view_cdn_edge_pop: 'label',
  view_cdn_origin: 'label',
  view_session_id: 'text',
  view_drm_type: 'label',
  view_drm_level: 'label',
  asset_id: 'text',
  live_stream_id: 'text',
  playback_id: 'text',

  // Player
  player_name: 'label',
  player_version: 'label',
  player_software: 'label',
  player_software_version: 'label',
  player_mux_plugin_name: 'label',
  player_mux_plugin_version: 'label',
  mux_embed: 'label',
  mux_embed_version: 'label',
  mux_api_version: 'label',
  player_autoplay: 'maybeFlag',
  player_preload: 'label',
  player_language: 'label',
  player_poster: 'text',
  player_remote_played: 'maybeFlag',
  player_width: 'maybeCount',
  player_height: 'maybeCount',
  player_instance_id: 'text',
  player_view_count: 'maybeCount',
  player_playback_mode: 'label',
  used_captions: 'flag',
  used_pip: 'flag',
  used_fullscreen: 'flag',
  time_shift_enabled: 'flag',

  // Viewer, device, place
  /** The customer's id, else the random one of the SDK; null without both. */
  viewer_id: 'text',
  mux_viewer_id: 'text',
  viewer_user_id: 'text',
  session_id: 'text',
  viewer_plan: 'label',
  viewer_plan_status: 'label',
  viewer_plan_category: 'label',
  viewer_connection_type: 'label',
  viewer_device_category: 'label',
  viewer_device_manufacturer: 'label',
  viewer_device_name: 'label',
  viewer_device_model: 'label',
  operating_system: 'label',
  operating_system_version: 'label',
  browser: 'label',
  browser_version: 'label',
  viewer_application_engine: 'label',
  viewer_os_architecture: 'label',
  client_application_name: 'label',
  client_application_version: 'label',
  viewer_user_agent: 'text',
  /** Empty for people. */
  bot_class: 'label',
  continent_code: 'label',
  country: 'label',
  region: 'label',
  city: 'label',
  latitude: 'maybeNumber',
  longitude: 'maybeNumber',
  asn: 'maybeCount',
  asn_name: 'label',
  /** Cut to /24 or /48. */
  ip_prefix: 'text',
  page_type: 'label',
  page_url: 'text',

  // Grouping
  sub_property_id: 'label',
  experiment_name: 'label',
  custom_1: 'label',
  custom_2: 'label',
  custom_3: 'label',
  custom_4: 'label',
  custom_5: 'label',
  custom_6: 'label',
  custom_7: 'label',
  custom_8: 'label',
  custom_9: 'label',
  custom_10: 'label',
  custom_11: 'label',
  custom_12: 'label',
  custom_13: 'label',
  custom_14: 'label',
  custom_15: 'label',
  custom_16: 'label',
  custom_17: 'label',
  custom_18: 'label',
  custom_19: 'label',
  custom_20: 'label',

  // How it went
  watch_time: 'count',
  playing_time: 'count',
  content_playing_time: 'count',
  view_total_content_playback_time: 'maybeCount',
  view_max_playhead_position: 'maybeCount',
  /** Share of the video that was reached: 1 when it ended. Null for live and unknown durations. */
  video_completion_percentage: 'maybeNumber',
  exit_before_video_start: 'flag',
  view_dropped: 'flag',
  view_has_ad: 'flag',
  long_rebuffering: 'flag',
  long_resume: 'flag',
  watched: 'flag',
  ended: 'flag',
  is_sampled: 'flag',
  sample_rate: 'maybeNumber',

  // Errors
  playback_failure: 'flag',
  video_startup_failure: 'flag',
  playback_business_exception: 'flag',
  video_startup_business_exception: 'flag',
  ad_playback_failure: 'flag',
  content_playback_failure: 'flag',
  error_type_id: 'errorId',
  playback_failure_error_type_id: 'errorId',
  video_startup_failure_error_type_id: 'errorId',
  playback_business_exception_error_type_id: 'errorId',
  video_startup_business_exception_error_type_id: 'errorId',
  ad_playback_failure_error_type_id: 'errorId',
  player_error_code: 'label',
  player_error_message: 'text',
  player_error_context: 'text',
  /** Every error of the view as it came (ViewError[]), so that a changed configuration can judge it anew. */
  errors: 'document',

  // Scores
  viewer_experience_score: 'maybeNumber',
  playback_success_score: 'maybeNumber',
  startup_time_score: 'maybeNumber',
  rebuffer_score: 'maybeNumber',
  video_quality_score: 'maybeNumber',

  // Startup
  video_startup_time: 'maybeCount',
  view_content_startup_time: 'maybeCount',
  player_startup_time: 'maybeCount',
  page_load_time: 'maybeCount',
  aggregate_startup_time: 'maybeCount',

  // Smoothness
  rebuffer_count: 'maybeCount',
  rebuffer_duration: 'maybeCount',
  rebuffer_frequency: 'maybeNumber',
  rebuffer_percentage: 'maybeNumber',
  seek_count: 'maybeCount',
  seek_duration: 'maybeCount',
  seek_latency: 'maybeNumber',

  // Quality
  upscale_percentage: 'maybeNumber',
  downscale_percentage: 'maybeNumber',
  max_upscale_percentage: 'maybeNumber',
  max_downscale_percentage: 'maybeNumber',
  /** Fraction × played milliseconds; the denominators of the averages are view_total_content_playback_time. */
  view_total_upscaling: 'maybeNumber',
  view_total_downscaling: 'maybeNumber',
  weighted_average_bitrate: 'maybeNumber',
  rendition_change_count: 'maybeCount',
  rendition_upshift_count: 'maybeCount',
  rendition_downshift_count: 'maybeCount',
  live_stream_latency: 'maybeNumber',
  view_dropped_frame_count: 'maybeCount',

  // Requests
  request_count: 'maybeCount',
  request_failed_count: 'maybeCount',
  request_canceled_count: 'maybeCount',
  request_latency: 'maybeNumber',
  max_request_latency: 'maybeNumber',
  request_throughput: 'maybeNumber',
  min_request_throughput: 'maybeNumber',

  // Ads
  preroll_requested: 'maybeFlag',
  preroll_played: 'maybeFlag',
  preroll_ad_tag_hostname: 'label',
  preroll_ad_asset_hostname: 'label',
  requests_for_first_preroll: 'maybeCount',
  video_startup_preroll_request_time: 'maybeCount',
  video_startup_preroll_load_time: 'maybeCount',
  ad_preroll_startup_time: 'maybeCount',
  ad_playing_time: 'maybeCount',
  ad_attempt_count: 'maybeCount',
  ad_impression_count: 'maybeCount',
  ad_break_count: 'maybeCount',
  ad_error_count: 'maybeCount',
  ad_break_error_count: 'maybeCount',
  ad_startup_error_count: 'maybeCount',
  ad_exit_before_start_count: 'maybeCount',
  ad_error_percentage: 'maybeNumber',
  ad_break_error_percentage: 'maybeNumber',
  ad_startup_error_percentage: 'maybeNumber',
  ad_exit_before_start_percentage: 'maybeNumber',

  // The course of the view
  /** Played ranges of the video in milliseconds, in order, repeated plays repeated. */
  playback_ranges: 'ranges',
  /** Playing time by rendition and by playback mode: SubviewTotal[]. */
  renditions: 'document',
  playback_modes: 'document',
  /** TimelineEvent[] */
  timeline: 'document',
  source_protocol: 'label',
} as const satisfies Record<string, ColumnKind>

export type ViewColumn = keyof typeof viewColumns
export type ViewRow = { [C in ViewColumn]: ValueOf[(typeof viewColumns)[C]] }

export type ColumnsOfKind<K extends ColumnKind> = {
  [C in ViewColumn]: (typeof viewColumns)[C] extends K ? C : never
}[ViewColumn]
/** Columns a formula may count with. */
export type NumberColumn = ColumnsOfKind<'count' | 'maybeCount' | 'maybeNumber'>
export type FlagColumn = ColumnsOfKind<'flag' | 'maybeFlag'>
export type TextColumn = ColumnsOfKind<'text' | 'label' | 'id'>

export interface ViewError {
  code: string | null
  message: string | null
  context: string | null
  /** As the player said it. */
  severity: 'fatal' | 'warning'
  is_business_exception: boolean
  is_before_first_frame: boolean
  is_in_ad: boolean
  /** Came when the content had been played to its end. */
  is_after_end: boolean
  at: number
}

/** Milliseconds played under one set of attributes. */
export interface SubviewTotal {
  /** Names are those of the rendition or playback-mode dimensions. */
  attributes: Record<string, string | number | null>
  playing_time: number
}

export interface TimelineEvent {
  name: string
  /** Client clock, corrected server clock (both milliseconds since 1970), playhead in milliseconds. */
  viewer_time: number
  event_time: number
  playback_time: number | null
  details: Record<string, string | number | boolean | null>
}
