-- A rule watches a metric of real-time data over a sliding window.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- Null: the name is made from the rule.
  name text check (char_length(name) <= 200),
  metric text not null,
  area text not null check (area in ('above', 'below')),
  -- In the unit that is shown, such as percent.
  value double precision not null,
  -- Null: the value moved by a tenth toward good.
  close_value double precision,
  window_seconds int not null check (window_seconds between 60 and 3600),
  close_after_seconds int not null,
  window_min_views int not null check (window_min_views >= 0),
  -- [{dimension, value, display_value, exclude}]
  filters jsonb not null default '[]',
  group_by text[] not null default '{}',
  groups_max int not null,
  on_no_data text not null check (on_no_data in ('keep', 'alert')),
  severity text not null check (severity in ('warning', 'alert')),
  -- Null: all channels that take this type.
  channel_ids uuid[],
  -- Changes with metric, filters and grouping: the series of what the rule sees.
  series_id uuid not null default gen_random_uuid(),
  is_enabled boolean not null default true,
  -- Counts the changes of what is judged.
  version int not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index alert_rules_environment on alert_rules (environment_id, created_at, id);

-- How far a group of a rule is judged, and what is known of it. Groups that nothing has happened to have no row.
create table alert_states (
  rule_id uuid not null references alert_rules on delete cascade,
  group_key text not null,
  phase text not null check (phase in ('ok', 'open')),
  since timestamptz not null,
  good_since timestamptz,
  few_since timestamptz,
  unknown_since timestamptz,
  -- The start of the last step that changed this row.
  judged_step timestamptz not null,
  -- Of the last hour.
  opened_at timestamptz[] not null default '{}',
  is_flapping boolean not null default false,
  -- A person ended the incident: it opens again only once the value was good.
  waits_for_good boolean not null default false,
  incident_id uuid,
  primary key (rule_id, group_key)
);

-- `closed` was ended by the data or by a change of the rule, `resolved` by a person, `expired` by time.
alter table incidents drop constraint incidents_status_check, drop constraint incidents_check,
  add constraint incidents_status_check check (status in ('open', 'closed', 'resolved', 'expired')),
  add constraint incidents_check check ((status = 'open') = (resolved_at is null)),
  add rule_id uuid,
  -- The rule as it was when the incident opened.
  add rule jsonb,
  add group_key text not null default '',
  add resolution_reason text check (resolution_reason in
    ('unknown_resolution_reason', 'data_triggered_resolution', 'alert_rule_updated_triggered_resolution')),
  add resolved_by uuid references users on delete set null,
  add metric_on_trigger double precision,
  add metric_on_resolution double precision,
  add metric_on_end double precision,
  add peak_metric double precision,
  add ccv_on_start double precision,
  add ccv_on_end double precision,
  -- [{time, metric_value}] of the half hour before.
  add series_on_start jsonb,
  add series_on_end jsonb,
  add is_flapping boolean not null default false,
  add acknowledged_by uuid references users on delete set null,
  add acknowledged_at timestamptz,
  add snoozed_until timestamptz;
create unique index incidents_open_once on incidents (rule_id, group_key)
  where status = 'open' and rule_id is not null;
create index incidents_of_rule on incidents (environment_id, rule_id, started_at desc) where rule_id is not null;
