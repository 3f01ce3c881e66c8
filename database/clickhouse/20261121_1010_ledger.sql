-- What became of every event that was received. The totals of one run replace each other, those of different runs add up.
CREATE TABLE IF NOT EXISTS ledger
(
  -- Zeros where no environment is known.
  environment_id UUID,
  minute DateTime('UTC'),
  -- stored, duplicate or rejected; shed counts requests that were not answered, so that their players send again.
  outcome LowCardinality(String),
  reason LowCardinality(String),
  run UInt64,
  count UInt64,
  -- Every stored event of the environment up to this batch is counted.
  counted_batch UInt64,
  version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (environment_id, minute, outcome, reason, run)
TTL minute + INTERVAL 400 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Examples of what was refused, for whoever looks for the reason.
CREATE TABLE IF NOT EXISTS rejections
(
  environment_id UUID,
  rejected_at DateTime64(3, 'UTC'),
  reason LowCardinality(String),
  event LowCardinality(String),
  view_id String,
  player LowCardinality(String),
  user_agent String CODEC(ZSTD(1)),
  -- The first characters of the key that no environment has.
  environment_key String
)
ENGINE = MergeTree
ORDER BY (environment_id, rejected_at)
TTL toDateTime(rejected_at) + INTERVAL 7 DAY;
