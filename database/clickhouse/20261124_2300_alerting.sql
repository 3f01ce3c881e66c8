-- A collector that ran through a step leaves a row after the samples of the step, also when nobody watched: without a
-- row nothing is known of the step.
CREATE TABLE IF NOT EXISTS sampled_steps
(
  sampled_at DateTime('UTC'),
  collector UUID
)
ENGINE = MergeTree
PARTITION BY toDate(sampled_at)
ORDER BY (sampled_at, collector)
TTL sampled_at + INTERVAL 26 HOUR
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;

-- What each alert rule saw, a row per minute and group. `series_id` stays while metric, filters and grouping do.
CREATE TABLE IF NOT EXISTS alert_points
(
  environment_id UUID,
  series_id UUID,
  group_key String,
  at DateTime('UTC') CODEC(Delta, ZSTD(1)),
  over Float64,
  under Float64,
  -- Sum over the known steps of the minute.
  viewers Float64,
  attempts Float64,
  known_steps UInt8
)
ENGINE = MergeTree
PARTITION BY toDate(at)
ORDER BY (environment_id, series_id, group_key, at)
TTL at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;
