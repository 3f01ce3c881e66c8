-- An insert whose answer got lost is sent again under the same token; the table knows whether the first one arrived.
ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = 1000;

ALTER TABLE samples MODIFY SETTING non_replicated_deduplication_window = 1000;
