-- The viewers of the views of one closed day, as a state that adds up with others: of all views, and of the views that
-- match filters which were asked for.
CREATE TABLE IF NOT EXISTS view_piece_viewers
(
  environment_id UUID,
  -- As in view_pieces.
  bucket LowCardinality(String),
  tier LowCardinality(String),
  moment DateTime('UTC') CODEC(Delta, ZSTD(1)),
  version UInt64 CODEC(Delta, ZSTD(1)),
  viewers AggregateFunction(uniqCombined64, Nullable(String)) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(moment)
ORDER BY (environment_id, bucket, tier, moment, version)
TTL moment + INTERVAL 110 DAY
SETTINGS index_granularity = 64;
