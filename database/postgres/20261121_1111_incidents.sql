-- What went wrong in an environment, from when to when; written by alerting.
create table incidents (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- Incidents of the same cause have the same key.
  incident_key text not null,
  type text not null check (type in ('threshold', 'anomaly')),
  status text not null check (status in ('open', 'closed', 'expired')),
  severity text not null check (severity in ('warning', 'alert')),
  measurement text not null,
  measured_value double precision,
  measured_value_on_close double precision,
  threshold double precision not null,
  sample_size double precision not null,
  sample_size_unit text not null,
  affected_views double precision not null default 0,
  affected_views_per_hour double precision not null default 0,
  affected_views_per_hour_on_open double precision not null default 0,
  description text not null,
  error_description text not null default '',
  impact text not null default '',
  -- [{id, name, value}]: the dimension values that the incident is about.
  breakdowns jsonb not null default '[]',
  -- [{id, action, property_id, status, rules: [{id, name, value}]}]
  notification_rules jsonb not null default '[]',
  -- [{id, queued_at, attempted_at}]
  notifications jsonb not null default '[]',
  started_at timestamptz not null,
  resolved_at timestamptz,
  check ((status = 'open') = (resolved_at is null))
);
create index incidents_environment on incidents (environment_id, started_at desc, id);
create index incidents_key on incidents (environment_id, incident_key);
