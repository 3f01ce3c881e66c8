-- Environments whose daily exports somebody reads: only theirs are written.
create table export_readers (
  environment_id uuid primary key references environments on delete cascade,
  asked_at timestamptz not null
);
