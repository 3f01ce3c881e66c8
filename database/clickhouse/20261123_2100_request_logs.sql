-- Calls of the API that changed something, or tried to, and failed reads of programs. Append-only, read by time.
CREATE TABLE IF NOT EXISTS request_logs
(
  environment_id UUID,
  created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  id UUID,
  method LowCardinality(String),
  path String CODEC(ZSTD(1)),
  -- The path with the names of its parameters.
  route LowCardinality(String),
  status UInt16,
  -- The code of the error; empty where there was none.
  error_type LowCardinality(String),
  request_id UUID,
  duration_ms UInt32,
  -- An access token or a person.
  caller_kind LowCardinality(String),
  caller_id UUID,
  caller_name LowCardinality(String),
  -- The network of the address; the address itself is not kept.
  ip_prefix LowCardinality(String),
  user_agent LowCardinality(String),
  -- The object that the path names or that was made.
  object_type LowCardinality(String),
  object_id String,
  -- Without secrets, at most 8 kB each.
  request_body String CODEC(ZSTD(3)),
  response_body String CODEC(ZSTD(3)),
  -- The error as it was sent, as JSON.
  error String CODEC(ZSTD(1)),
  INDEX objects object_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX ids id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX requests request_id TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(created_at)
ORDER BY (environment_id, created_at, id)
TTL toDateTime(created_at) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;
