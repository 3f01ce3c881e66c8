-- Monthly costs of the server that the operator shares out over environments, such as its rent.
create table shared_costs (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- In the currency of the prices of the month.
  cents_per_month bigint not null check (cents_per_month > 0),
  shared_by text not null check (shared_by in ('views', 'delivered', 'stored', 'encoded', 'evenly')),
  valid_from date not null,
  -- The last day; null while it goes on.
  valid_until date check (valid_until >= valid_from),
  created_at timestamptz not null default clock_timestamp()
);
