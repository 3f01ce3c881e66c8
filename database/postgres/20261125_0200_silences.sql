-- A time in which incidents are written and marked, but nobody is notified.
create table silences (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  note text not null default '' check (char_length(note) <= 500),
  -- Of the first time, if it repeats.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  repeats text check (repeats in ('daily', 'weekly')),
  -- Repetitions keep the clock of this zone.
  time_zone text check (repeats is null or time_zone is not null),
  -- Null: all rules.
  rule_ids uuid[],
  -- [{name, value}], all of which an incident must have.
  matches jsonb not null default '[]',
  created_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index silences_of_environment on silences (environment_id, created_at desc);

-- Incidents of these values notify nobody while the action is `reject`.
create table incident_notification_rules (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- [{name, value}]
  rules jsonb not null,
  status text not null default 'active' check (status in ('active')),
  action text not null check (action in ('reject', 'allow')),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index incident_notification_rules_of_environment
  on incident_notification_rules (environment_id, created_at desc);

-- The silence that an incident opened in; figures leave such incidents out.
alter table incidents add silence_id uuid;
create index incidents_of_silence on incidents (silence_id) where silence_id is not null;

-- Openings of one rule within 30 seconds wait for each other and go in one message.
alter table notifications add bundle uuid;
create index notifications_of_bundle on notifications (bundle) where bundle is not null;
create index notifications_held on notifications (incident_id) where status = 'held' and kind = 'opened';
