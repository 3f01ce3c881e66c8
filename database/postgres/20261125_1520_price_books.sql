-- The operator's prices. A version never changes; a month is priced by the newest one that was valid when it began.
create table price_books (
  id uuid primary key default gen_random_uuid(),
  version integer not null unique,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `[{ meter, tier, quality, steps: [{ upto, micros }] }]`: micro-cents for one priced unit.
  prices jsonb not null,
  -- The first day of a month.
  valid_from timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
