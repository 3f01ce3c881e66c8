-- Work that outlives a request: taken by workers with a lease, repeated with growing gaps, seen by people.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- No foreign key: what clears up after an environment outlives it.
  environment_id uuid,
  -- One unfinished job of a kind for each key.
  unique_key text,
  payload jsonb not null default '{}',
  -- The smaller one goes first.
  priority smallint not null default 0,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  run_after timestamptz not null default now(),
  attempts integer not null default 0,
  -- How often a worker vanished while it had the job.
  losses integer not null default 0,
  -- A part of one, and what is being done.
  progress real not null default 0,
  step text,
  -- A worker that says nothing until then has lost the job to the next one.
  leased_until timestamptz,
  lease uuid,
  -- The data folder of the program that has it: its next start knows that the last one is gone.
  worker_id uuid,
  cancel_requested_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index jobs_once on jobs (kind, unique_key)
  where unique_key is not null and finished_at is null;
create index jobs_due on jobs (priority, run_after, created_at) where status = 'queued';
create index jobs_leased on jobs (leased_until) where status = 'running';
create index jobs_of_environment on jobs (environment_id) where environment_id is not null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;
