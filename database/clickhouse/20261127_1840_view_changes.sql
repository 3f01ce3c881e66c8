-- When the views that began or ended in an hour last changed, so that sums of the hour and of its day know whether they
-- are complete without a look at the views.
CREATE TABLE IF NOT EXISTS view_changes
(
  environment_id UUID,
  -- Whether the views began or ended in the hour.
  bucket LowCardinality(String),
  hour DateTime('UTC'),
  -- By the clock of the program that wrote the view.
  changed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  -- By the clock of the engine: a write that was delayed counts when it arrives.
  written_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  -- The first day on which retention may remove one of the views.
  first_loss SimpleAggregateFunction(min, Date),
  -- Written rows: about as many as views.
  written_rows SimpleAggregateFunction(sum, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (environment_id, bucket, hour)
TTL hour + INTERVAL 400 DAY
SETTINGS ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1, merge_selector_base = 10;

CREATE MATERIALIZED VIEW IF NOT EXISTS view_changes_of_views TO view_changes AS
SELECT environment_id, (arrayJoin([('view_start', toStartOfHour(view_start)), ('view_end', toStartOfHour(view_end))]) AS place).1 AS bucket, place.2 AS hour,
  max(updated_at) AS changed_at, max(now64(3, 'UTC')) AS written_at,
  min(toDate(view_end) + least(retention_days, 36500)) AS first_loss, count() AS written_rows
FROM views
GROUP BY environment_id, place;

-- What is stored already. Rows that come in meanwhile, or when this runs again, mark the same hours.
INSERT INTO view_changes
SELECT environment_id, (arrayJoin([('view_start', toStartOfHour(view_start)), ('view_end', toStartOfHour(view_end))]) AS place).1 AS bucket, place.2 AS hour,
  max(updated_at) AS changed_at, max(updated_at) AS written_at,
  min(toDate(view_end) + least(retention_days, 36500)) AS first_loss, count() AS written_rows
FROM views
GROUP BY environment_id, place
SETTINGS max_partitions_per_insert_block = 1000;
