-- One record of each thing that happened: webhooks, lists of activity and live screens are fed by it.
create table events (
  id uuid primary key default gen_random_uuid(),
  -- The order in which live screens read.
  sequence bigint generated always as identity,
  environment_id uuid not null references environments on delete cascade,
  type text not null,
  object_type text not null,
  object_id text not null,
  -- The object as it was at that moment, in the form of webhooks.
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Readers go by the oldest transaction that still runs, or a slow one would be overlooked.
  transaction_id xid8 not null default pg_current_xact_id()
);
create index events_of_environment on events (environment_id, sequence);
create index events_in_order on events (environment_id, transaction_id, sequence);
create index events_of_object on events (environment_id, object_id, sequence);

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  address text not null,
  is_enabled boolean not null default true,
  -- Sealed with the key of the server.
  secret_sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (environment_id, address)
);

-- Each event for each webhook that was enabled when it happened.
create table webhook_deliveries (
  event_id uuid not null references events on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (event_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';

create table webhook_attempts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  webhook_id uuid not null,
  environment_id uuid not null references environments on delete cascade,
  address text not null,
  number integer not null,
  response_status_code integer,
  response_headers jsonb,
  response_body text,
  -- Why there was no answer.
  error text,
  duration_ms integer not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (event_id, webhook_id) references webhook_deliveries on delete cascade
);
create index webhook_attempts_of_event on webhook_attempts (event_id, created_at);
create index webhook_attempts_of_webhook on webhook_attempts (webhook_id, created_at);

-- Calls that changed something, or tried to, as the lists of activity show them.
create table request_logs (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  environment_id uuid not null references environments on delete cascade,
  method text not null,
  path text not null,
  status integer not null,
  request_id uuid not null,
  -- An access token or a person.
  caller_kind text not null check (caller_kind in ('token', 'user')),
  caller_id uuid,
  caller_name text,
  -- The object that the path names or that was made.
  object_type text,
  object_id text,
  error jsonb,
  duration_ms integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index request_logs_of_environment on request_logs (environment_id, sequence);
create index request_logs_of_object on request_logs (environment_id, object_id, sequence)
  where object_id is not null;
