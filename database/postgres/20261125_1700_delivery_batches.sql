-- Batches of deliveries that are counted and may still be in the file of a process.
create table delivery_batches (token uuid primary key, counted_at timestamptz not null default clock_timestamp());
