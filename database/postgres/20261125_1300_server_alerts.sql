-- Alerts about the server itself. They belong to no environment: only the operator sees them.
create table server_alerts (
  id uuid primary key,
  check_name text not null,
  severity text not null check (severity in ('warning', 'alert')),
  -- It became an alert after it had opened as a warning.
  is_raised boolean not null default false,
  sentence text not null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  -- By channel: what it was sent, how often that was tried and why the last attempt failed.
  deliveries jsonb not null default '{}',
  is_delivered boolean not null default false
);
create index server_alerts_unfinished on server_alerts (opened_at) where ended_at is null or not is_delivered;
create index server_alerts_newest on server_alerts (opened_at desc);

-- The only process that watches the server and sends.
create table server_watch (
  is_only boolean primary key default true check (is_only),
  holder uuid not null,
  held_until timestamptz not null
);

