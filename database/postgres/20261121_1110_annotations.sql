-- Notes of people and programs at a moment of an environment's charts.
create table annotations (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  date timestamptz not null,
  note text not null check (char_length(note) between 1 and 200),
  sub_property_id text,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (environment_id, date, note, sub_property_id)
);
