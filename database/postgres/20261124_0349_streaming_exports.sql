-- Finished views, sent in batches to an address or a bucket of the customer.
create table streaming_exports (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  kind text not null check (kind in ('viewstream')),
  destination text not null check (destination in ('http', 's3')),
  -- Addresses and keys, sealed with the key of the server.
  settings_sealed text not null,
  status text not null default 'running' check (status in ('running', 'paused', 'stopped')),
  -- Everything up to this row was accepted, and nothing can appear before it any more: where a worker begins.
  settled_at timestamptz not null,
  settled_id text not null default '',
  -- Everything that was visible up to here was accepted.
  sent_until timestamptz not null,
  rows_sent bigint not null default 0,
  last_sent_at timestamptz,
  -- Set while the destination refuses.
  refused_since timestamptz,
  last_error text,
  -- Of the worker that sends it; another value means that it belongs to another one.
  lease uuid,
  leased_until timestamptz,
  -- Of the data folder of that worker: after a crash its next start goes on at once.
  worker_id uuid,
  created_at timestamptz not null default clock_timestamp()
);
create index streaming_exports_of_environment on streaming_exports (environment_id, created_at desc);
