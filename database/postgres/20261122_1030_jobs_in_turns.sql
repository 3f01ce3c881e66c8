-- Environments take turns: a worker looks at the first jobs of each environment and kind, however many wait behind them.
create index jobs_due_of_environment on jobs (
  coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, priority, run_after, created_at
) where status = 'queued';
drop index jobs_due;
