-- Where people hear of incidents: a mail address, a Slack-compatible address, a PagerDuty key or a signed webhook.
create table notification_channels (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  service text not null check (service in ('email', 'slack', 'pagerduty', 'webhook')),
  -- The address or key, and the signing secret of a webhook, sealed with the key of the server.
  value_sealed text not null,
  -- What members see of the value.
  value_hint text not null,
  alert_types text[] not null check (alert_types <@ array['anomaly', 'threshold']),
  is_enabled boolean not null default true,
  -- Failed attempts since the last success; at twenty the channel is switched off.
  failures int not null default 0,
  -- Set while it is off because of its failures.
  switched_off_at timestamptz,
  last_error text,
  last_sent_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index notification_channels_of_environment on notification_channels (environment_id, created_at desc);

-- One message about one incident to one channel.
create table notifications (
  id bigint generated always as identity primary key,
  incident_id uuid not null references incidents on delete cascade,
  channel_id uuid not null references notification_channels on delete cascade,
  kind text not null check (kind in ('opened', 'changed', 'acknowledged', 'reminder', 'ended')),
  number int not null default 0,
  -- `dropped`: the incident ended before it could be sent. `held`: silenced, snoozed or rejected by `held_by`.
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'dropped', 'held')),
  held_by uuid,
  attempts int not null default 0,
  queued_at timestamptz not null default clock_timestamp(),
  attempted_at timestamptz,
  next_attempt_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  -- An attempt ended without an answer, so the receiver may have it.
  may_have_arrived boolean not null default false,
  -- Too many mails in an hour: it is sent in one mail with the others.
  is_digest boolean not null default false,
  error text,
  unique (incident_id, channel_id, kind, number)
);
create index notifications_pending on notifications (channel_id, next_attempt_at) where status = 'pending';
create index notifications_of_channel on notifications (channel_id, attempted_at desc) where status = 'sent';
