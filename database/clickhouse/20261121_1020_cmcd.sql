-- How players that report by CMCD keep to the standard: counts that add up, by player, event or key, and day.
CREATE TABLE IF NOT EXISTS cmcd_conformance
(
  environment_id UUID,
  day Date,
  -- Empty where the report does not say.
  player LowCardinality(String),
  player_version LowCardinality(String),
  -- total, event, format or key; the name is that of the event, of the format (as in sf) or of the key.
  kind LowCardinality(String),
  name LowCardinality(String),
  present UInt64,
  malformed UInt64,
  missing UInt64
)
ENGINE = SummingMergeTree
ORDER BY (environment_id, day, player, player_version, kind, name)
TTL day + INTERVAL 30 DAY;
