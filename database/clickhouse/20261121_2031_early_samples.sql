-- What each running view did in the first half of a step of five seconds; nobody asks for it once the step is in `samples`.
CREATE TABLE IF NOT EXISTS early_samples
(
  environment_id UUID,
  sampled_at DateTime('UTC'),
  view_id String,
  is_watching Bool,
  is_starting_up Bool,
  started Bool,
  failed Bool,
  startup_failed Bool,
  exited_before_start Bool,
  watch_ms UInt32,
  rebuffer_ms UInt32,
  bitrate Nullable(UInt32),
  video_startup_time Nullable(UInt32),
  asn Nullable(UInt32),
  asn_name LowCardinality(Nullable(String)),
  cdn LowCardinality(Nullable(String)),
  country LowCardinality(Nullable(String)),
  region LowCardinality(Nullable(String)),
  operating_system LowCardinality(Nullable(String)),
  browser LowCardinality(Nullable(String)),
  viewer_device_category LowCardinality(Nullable(String)),
  player_name LowCardinality(Nullable(String)),
  stream_type LowCardinality(Nullable(String)),
  sub_property_id LowCardinality(Nullable(String)),
  video_id LowCardinality(Nullable(String)),
  video_series LowCardinality(Nullable(String)),
  video_title LowCardinality(Nullable(String)),
  asset_id LowCardinality(Nullable(String)),
  live_stream_id LowCardinality(Nullable(String)),
  playback_id LowCardinality(Nullable(String)),
  view_has_ad Bool
)
ENGINE = MergeTree
PARTITION BY toStartOfFiveMinutes(sampled_at)
ORDER BY (environment_id, sampled_at, view_id)
TTL sampled_at + INTERVAL 1 MINUTE
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60, non_replicated_deduplication_window = 1000;
