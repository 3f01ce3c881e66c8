-- What the migrator has applied. Like every table of truth it is synced to disk before a write is acknowledged.
CREATE TABLE IF NOT EXISTS schema_migrations
(
  name String,
  checksum String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = MergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
