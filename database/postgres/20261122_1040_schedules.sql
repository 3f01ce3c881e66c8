-- What runs every so often: one row for all processes, so that one of them at a time has it.
create table schedules (
  name text not null,
  -- The data folder on whose files it works; zeros where it works on the databases, which all processes share.
  folder uuid not null default '00000000-0000-0000-0000-000000000000',
  every_seconds integer not null,
  due_at timestamptz not null,
  lease uuid,
  -- A process that says nothing until then has lost the run to the next one.
  leased_until timestamptz,
  started_at timestamptz,
  -- When it last succeeded.
  finished_at timestamptz,
  -- In a row, with the run that is under way.
  failures integer not null default 0,
  last_error text,
  primary key (name, folder)
);
