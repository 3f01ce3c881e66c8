-- How the values of a column spread over the views of a piece, for all views and for each value of the dimensions that have
-- many views a value: the same buckets as in views_daily, so percentiles are within 0.55 %.
CREATE TABLE IF NOT EXISTS view_histograms
(
  environment_id UUID,
  -- As in view_pieces.
  bucket LowCardinality(String),
  tier LowCardinality(String),
  dimension LowCardinality(String),
  -- Names the column of views whose values are counted.
  measure LowCardinality(String),
  value String CODEC(ZSTD(1)),
  moment DateTime('UTC') CODEC(Delta, ZSTD(1)),
  version UInt64 CODEC(Delta, ZSTD(1)),
  -- Buckets of values in ascending order, and how many views each has.
  buckets Array(Int16) CODEC(Delta(2), ZSTD(1)),
  counts Array(UInt32) CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(moment)
ORDER BY (environment_id, bucket, tier, dimension, measure, value, moment, version)
TTL moment + INTERVAL 110 DAY
-- A row may hold thousands of buckets: merges of larger blocks took more memory than the engine has.
SETTINGS index_granularity = 512, merge_max_block_size = 512;

-- The dimensions of which the piece has histograms.
ALTER TABLE view_piece_versions ADD COLUMN IF NOT EXISTS dense Array(LowCardinality(String));
