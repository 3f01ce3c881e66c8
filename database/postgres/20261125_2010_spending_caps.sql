create table spending_caps (
  organization_id uuid primary key references organizations on delete cascade,
  -- In the currency of the prices.
  cents bigint not null check (cents > 0),
  action text not null check (action in ('notify', 'stop_new', 'stop_delivery')),
  -- The month, such as 2026-11, and what it had cost at the last check.
  spent_month text,
  spent_cents bigint,
  checked_at timestamptz
);
