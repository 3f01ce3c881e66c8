-- Screens that people put together themselves, one set for each environment.
create table custom_dashboards (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  display_name text not null check (char_length(display_name) between 1 and 200),
  timeframe_start text not null,
  dashboard_contents jsonb not null,
  -- Counts the saves, so that nobody overwrites what somebody else saved meanwhile.
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create index custom_dashboards_of_environment on custom_dashboards (environment_id, created_at, id);
