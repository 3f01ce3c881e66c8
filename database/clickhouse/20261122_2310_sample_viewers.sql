-- Who watches, so that one person with two players counts once among the viewers of this moment.
ALTER TABLE samples ADD COLUMN IF NOT EXISTS viewer_id Nullable(String) CODEC(ZSTD(1));

ALTER TABLE early_samples ADD COLUMN IF NOT EXISTS viewer_id Nullable(String) CODEC(ZSTD(1));
