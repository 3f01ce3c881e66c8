-- What arrived from encoders of live streams: one row for every five seconds of a connection. Append-only.
CREATE TABLE IF NOT EXISTS live_health
(
  environment_id UUID,
  live_stream_id UUID,
  broadcast_id UUID,
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  video_kbps Float32,
  audio_kbps Float32,
  frame_rate Float32,
  expected_frame_rate Float32,
  keyframe_interval_ms Float32,
  dropped_frames UInt32,
  av_drift_ms Float32,
  clock_drift_ms Float32,
  jitter_ms Float32,
  longest_silence_ms Float32
)
ENGINE = MergeTree
PARTITION BY toDate(time)
ORDER BY (environment_id, live_stream_id, time)
TTL toDateTime(time) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;
