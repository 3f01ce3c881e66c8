-- While a table is small, the engine merges each insert into the one large part of the day, which writes all of its rows
-- again. A higher base lets small parts gather first; under load their number lowers it, as before.
ALTER TABLE events MODIFY SETTING merge_selector_base = 20;

ALTER TABLE samples MODIFY SETTING merge_selector_base = 20;

ALTER TABLE early_samples MODIFY SETTING merge_selector_base = 20;

ALTER TABLE sampled_steps MODIFY SETTING merge_selector_base = 20;

ALTER TABLE ledger MODIFY SETTING merge_selector_base = 20;

-- Questions read these with FINAL, which costs more with every part.
ALTER TABLE views MODIFY SETTING merge_selector_base = 10;

ALTER TABLE packed_views MODIFY SETTING merge_selector_base = 10;
