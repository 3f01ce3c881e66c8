-- The filters with which all metrics were asked for lately: their views are added up by day, so that the next question
-- with them need not read the views again.
CREATE TABLE IF NOT EXISTS asked_filters
(
  environment_id UUID,
  -- The tier of their pieces.
  name String,
  -- As in addresses of the data API.
  filters Array(String),
  -- The start of the range that was asked for.
  since DateTime('UTC'),
  asked_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY (environment_id, name, asked_at)
TTL asked_at + INTERVAL 8 DAY;
