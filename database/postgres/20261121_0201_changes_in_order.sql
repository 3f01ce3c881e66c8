-- Entries of one transaction keep the order they were written in; now() gives all of them the same time.
alter table changes alter column created_at set default clock_timestamp();
