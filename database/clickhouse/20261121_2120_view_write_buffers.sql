-- Otherwise each column gets buffers of full size at once, and whatever writes or merges rows of views takes a gigabyte,
-- however few they are; these buffers grow as far as a column needs them.
ALTER TABLE views MODIFY SETTING min_columns_to_activate_adaptive_write_buffer = 50;

ALTER TABLE views_daily MODIFY SETTING min_columns_to_activate_adaptive_write_buffer = 50;
