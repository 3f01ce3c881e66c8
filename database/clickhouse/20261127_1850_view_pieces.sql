-- What the views of one closed hour or day add up to, for all of them and for each value of each dimension: a row for each
-- number, so a new metric needs no new column.
CREATE TABLE IF NOT EXISTS view_pieces
(
  environment_id UUID,
  -- Whether views count where they began or where they ended.
  bucket LowCardinality(String),
  -- hour or day
  tier LowCardinality(String),
  -- Empty for all views.
  dimension LowCardinality(String),
  measure LowCardinality(String),
  -- Empty for views without a value, otherwise = and the value.
  value String CODEC(ZSTD(1)),
  moment DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Milliseconds since 1970 by the clock of the engine before the views were read, and three random digits;
  -- view_piece_versions says which one counts.
  version UInt64 CODEC(Delta, ZSTD(1)),
  -- Views that add something to the sums, and those that have a value.
  views UInt64 CODEC(T64, ZSTD(1)),
  n UInt64 CODEC(T64, ZSTD(1)),
  x Float64 CODEC(ZSTD(1)),
  y Float64 CODEC(ZSTD(1)),
  xx Float64 CODEC(ZSTD(1)),
  xy Float64 CODEC(ZSTD(1)),
  yy Float64 CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(moment)
ORDER BY (environment_id, bucket, tier, dimension, measure, value, moment, version)
TTL moment + INTERVAL 110 DAY
SETTINGS index_granularity = 2048, merge_max_block_size = 2048;

CREATE TABLE IF NOT EXISTS view_piece_versions
(
  environment_id UUID,
  bucket LowCardinality(String),
  tier LowCardinality(String),
  moment DateTime('UTC') CODEC(Delta, ZSTD(1)),
  version UInt64 CODEC(Delta, ZSTD(1)),
  -- Which numbers the piece has: one that an older program made lacks newer metrics.
  layout LowCardinality(String),
  -- The dimensions of which the piece has all values.
  complete Array(LowCardinality(String)) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(moment)
ORDER BY (environment_id, bucket, tier, moment, version)
TTL moment + INTERVAL 110 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
