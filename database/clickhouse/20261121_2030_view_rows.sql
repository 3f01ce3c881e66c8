-- Views by their id: where each row of `views` lies, and most of its columns in one. Reading hundreds of columns takes ten
-- times as long as reading one; values that hardly ever repeat are not copied, for that would double what is stored.
CREATE TABLE IF NOT EXISTS view_rows
(
  environment_id UUID,
  view_id String CODEC(ZSTD(1)),
  view_end DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  retention_days UInt32 CODEC(ZSTD(1)),
  -- A JSON array in the order of the list that readers have.
  packed String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(view_end)
ORDER BY (environment_id, view_id, view_end)
TTL toDateTime(view_end) + toIntervalDay(retention_days)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS view_rows_of_views TO view_rows AS
SELECT environment_id, view_id, view_end, version, is_deleted, retention_days,
  toJSONString(tuple(
    toUnixTimestamp64Milli(view_start), retention_days, toUnixTimestamp64Milli(inserted_at),
    toUnixTimestamp64Milli(updated_at), video_id, video_title, video_series, video_content_type, stream_type,
    source_type, video_producer, video_language, video_variant_id, video_variant_name, video_encoding_variant,
    video_affiliate, video_brand, video_codec, audio_codec, video_dynamic_range_type, video_creator_id,
    video_duration, video_codec_initial, audio_codec_initial, video_dynamic_range_type_initial, video_source_width,
    video_source_height, video_source_bitrate, video_source_fps, video_source_width_initial,
    video_source_height_initial, video_source_bitrate_initial, video_source_fps_initial, cdn, video_cdn_trace,
    source_hostname, player_source_domain, player_source_duration, view_cdn_edge_pop, view_cdn_origin,
    view_session_id, view_drm_type, view_drm_level, asset_id, live_stream_id, playback_id, player_name,
    player_version, player_software, player_software_version, player_mux_plugin_name, player_mux_plugin_version,
    mux_embed, mux_embed_version, mux_api_version, player_autoplay, player_preload, player_language, player_poster,
    player_remote_played, player_width, player_height, player_view_count, player_playback_mode, used_captions,
    used_pip, used_fullscreen, time_shift_enabled, viewer_user_id, viewer_plan, viewer_plan_status,
    viewer_plan_category, viewer_connection_type, viewer_device_category, viewer_device_manufacturer,
    viewer_device_name, viewer_device_model, operating_system, operating_system_version, browser, browser_version,
    viewer_application_engine, viewer_os_architecture, client_application_name, client_application_version,
    viewer_user_agent, bot_class, continent_code, country, region, city, latitude, longitude, asn, asn_name,
    page_type, sub_property_id, experiment_name, custom_1, custom_2, custom_3, custom_4, custom_5, custom_6,
    custom_7, custom_8, custom_9, custom_10, custom_11, custom_12, custom_13, custom_14, custom_15, custom_16,
    custom_17, custom_18, custom_19, custom_20, exit_before_video_start, view_dropped, view_has_ad,
    long_rebuffering, long_resume, watched, ended, is_sampled, sample_rate, playback_failure, video_startup_failure,
    playback_business_exception, video_startup_business_exception, ad_playback_failure, content_playback_failure,
    error_type_id, playback_failure_error_type_id, video_startup_failure_error_type_id,
    playback_business_exception_error_type_id, video_startup_business_exception_error_type_id,
    ad_playback_failure_error_type_id, player_error_code, player_error_message, player_error_context,
    viewer_experience_score, playback_success_score, rebuffer_score, video_startup_time, view_content_startup_time,
    player_startup_time, page_load_time, rebuffer_count, rebuffer_duration, rebuffer_frequency, rebuffer_percentage,
    seek_count, seek_duration, view_total_upscaling, view_total_downscaling, rendition_change_count,
    rendition_upshift_count, rendition_downshift_count, live_stream_latency, view_dropped_frame_count,
    request_count, request_failed_count, request_canceled_count, min_request_throughput, preroll_requested,
    preroll_played, preroll_ad_tag_hostname, preroll_ad_asset_hostname, requests_for_first_preroll,
    video_startup_preroll_request_time, video_startup_preroll_load_time, ad_preroll_startup_time, ad_playing_time,
    ad_attempt_count, ad_impression_count, ad_break_count, ad_error_count, ad_break_error_count,
    ad_startup_error_count, ad_exit_before_start_count, ad_error_percentage, ad_break_error_percentage,
    ad_startup_error_percentage, ad_exit_before_start_percentage, source_protocol
  )) AS packed
FROM views;

-- What is stored already, in blocks small enough for the memory of a query. Rows that come in meanwhile, or when this
-- runs again, are the same rows.
INSERT INTO view_rows
SELECT environment_id, view_id, view_end, version, is_deleted, retention_days,
  toJSONString(tuple(
    toUnixTimestamp64Milli(view_start), retention_days, toUnixTimestamp64Milli(inserted_at),
    toUnixTimestamp64Milli(updated_at), video_id, video_title, video_series, video_content_type, stream_type,
    source_type, video_producer, video_language, video_variant_id, video_variant_name, video_encoding_variant,
    video_affiliate, video_brand, video_codec, audio_codec, video_dynamic_range_type, video_creator_id,
    video_duration, video_codec_initial, audio_codec_initial, video_dynamic_range_type_initial, video_source_width,
    video_source_height, video_source_bitrate, video_source_fps, video_source_width_initial,
    video_source_height_initial, video_source_bitrate_initial, video_source_fps_initial, cdn, video_cdn_trace,
    source_hostname, player_source_domain, player_source_duration, view_cdn_edge_pop, view_cdn_origin,
    view_session_id, view_drm_type, view_drm_level, asset_id, live_stream_id, playback_id, player_name,
    player_version, player_software, player_software_version, player_mux_plugin_name, player_mux_plugin_version,
    mux_embed, mux_embed_version, mux_api_version, player_autoplay, player_preload, player_language, player_poster,
    player_remote_played, player_width, player_height, player_view_count, player_playback_mode, used_captions,
    used_pip, used_fullscreen, time_shift_enabled, viewer_user_id, viewer_plan, viewer_plan_status,
    viewer_plan_category, viewer_connection_type, viewer_device_category, viewer_device_manufacturer,
    viewer_device_name, viewer_device_model, operating_system, operating_system_version, browser, browser_version,
    viewer_application_engine, viewer_os_architecture, client_application_name, client_application_version,
    viewer_user_agent, bot_class, continent_code, country, region, city, latitude, longitude, asn, asn_name,
    page_type, sub_property_id, experiment_name, custom_1, custom_2, custom_3, custom_4, custom_5, custom_6,
    custom_7, custom_8, custom_9, custom_10, custom_11, custom_12, custom_13, custom_14, custom_15, custom_16,
    custom_17, custom_18, custom_19, custom_20, exit_before_video_start, view_dropped, view_has_ad,
    long_rebuffering, long_resume, watched, ended, is_sampled, sample_rate, playback_failure, video_startup_failure,
    playback_business_exception, video_startup_business_exception, ad_playback_failure, content_playback_failure,
    error_type_id, playback_failure_error_type_id, video_startup_failure_error_type_id,
    playback_business_exception_error_type_id, video_startup_business_exception_error_type_id,
    ad_playback_failure_error_type_id, player_error_code, player_error_message, player_error_context,
    viewer_experience_score, playback_success_score, rebuffer_score, video_startup_time, view_content_startup_time,
    player_startup_time, page_load_time, rebuffer_count, rebuffer_duration, rebuffer_frequency, rebuffer_percentage,
    seek_count, seek_duration, view_total_upscaling, view_total_downscaling, rendition_change_count,
    rendition_upshift_count, rendition_downshift_count, live_stream_latency, view_dropped_frame_count,
    request_count, request_failed_count, request_canceled_count, min_request_throughput, preroll_requested,
    preroll_played, preroll_ad_tag_hostname, preroll_ad_asset_hostname, requests_for_first_preroll,
    video_startup_preroll_request_time, video_startup_preroll_load_time, ad_preroll_startup_time, ad_playing_time,
    ad_attempt_count, ad_impression_count, ad_break_count, ad_error_count, ad_break_error_count,
    ad_startup_error_count, ad_exit_before_start_count, ad_error_percentage, ad_break_error_percentage,
    ad_startup_error_percentage, ad_exit_before_start_percentage, source_protocol
  )) AS packed
FROM views
SETTINGS max_threads = 1, max_block_size = 8192, min_insert_block_size_rows = 65536, min_insert_block_size_bytes = 16777216;

-- Its place is taken by the table.
ALTER TABLE views DROP PROJECTION IF EXISTS places;
