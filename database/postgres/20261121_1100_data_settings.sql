-- What an environment calls its custom dimensions.
create table custom_dimensions (
  environment_id uuid not null references environments on delete cascade,
  id text not null check (id ~ '^custom_([1-9]|1[0-9]|20)$'),
  display_name text,
  category text not null default 'custom',
  primary key (environment_id, id)
);

-- How an error code counts, whatever the player said of it.
create table error_code_rules (
  environment_id uuid not null references environments on delete cascade,
  code text not null,
  severity text not null default 'warning' check (severity in ('warning', 'fatal')),
  is_business_exception boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (environment_id, code)
);

-- Stored views that wait to be judged by a changed rule, and how far that went. One row for each code: a new change
-- begins from the start.
create table error_code_jobs (
  environment_id uuid not null references environments on delete cascade,
  code text not null,
  -- Tells a worker that its job was asked for anew meanwhile.
  run uuid not null default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Unknown until the views were counted.
  views_total bigint,
  views_done bigint not null default 0,
  -- The last view that was judged, in the order of the table.
  reached_end timestamptz,
  reached_id text,
  -- One worker at a time: another may take over when this has passed.
  leased_until timestamptz,
  primary key (environment_id, code)
);
create index error_code_jobs_open on error_code_jobs (requested_at) where finished_at is null;

-- Environments that are gone and whose views, events and the like still have to go. No foreign key, for that reason.
create table analytics_deletions (
  environment_id uuid primary key,
  requested_at timestamptz not null default now(),
  -- Tables are cleared again after what was on its way has arrived.
  not_before timestamptz not null default now(),
  attempts int not null default 0,
  last_error text
);
