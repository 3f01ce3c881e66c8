-- Views by their id, each whole in one column. Reading hundreds of columns takes ten times as long as reading one, and a
-- second question to the table of views as long as the first.
CREATE TABLE IF NOT EXISTS packed_views
(
  environment_id UUID,
  view_id String CODEC(ZSTD(1)),
  view_end DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  retention_days UInt32 CODEC(ZSTD(1)),
  -- A JSON array of the other columns of `views`, in their order.
  packed String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(view_end)
ORDER BY (environment_id, view_id, view_end)
TTL toDateTime(view_end) + toIntervalDay(retention_days)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

-- The asterisk is read anew by every insert: a column that is added to `views` later is packed behind the others.
CREATE MATERIALIZED VIEW IF NOT EXISTS packed_views_of_views TO packed_views AS
SELECT environment_id, view_id, view_end, version, is_deleted, retention_days,
  toJSONString(tuple(* EXCEPT (environment_id, view_id, view_end, version, is_deleted) REPLACE (
    toUnixTimestamp64Milli(view_start) AS view_start, toUnixTimestamp64Milli(inserted_at) AS inserted_at,
    toUnixTimestamp64Milli(updated_at) AS updated_at))) AS packed
FROM views;

-- What is stored already, in blocks small enough for the memory of a query. Rows that come in meanwhile, or when this
-- runs again, are the same rows.
INSERT INTO packed_views
SELECT environment_id, view_id, view_end, version, is_deleted, retention_days,
  toJSONString(tuple(* EXCEPT (environment_id, view_id, view_end, version, is_deleted) REPLACE (
    toUnixTimestamp64Milli(view_start) AS view_start, toUnixTimestamp64Milli(inserted_at) AS inserted_at,
    toUnixTimestamp64Milli(updated_at) AS updated_at))) AS packed
FROM views
SETTINGS max_threads = 1, max_block_size = 8192, min_insert_block_size_rows = 65536, min_insert_block_size_bytes = 16777216;

-- Its place is taken by the table.
DROP VIEW IF EXISTS view_rows_of_views;

DROP TABLE IF EXISTS view_rows;
