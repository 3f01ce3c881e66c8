-- What was counted for months without an invoice, so that a later one can correct them. No foreign key: as invoices.
create table rated_months (
  organization_id uuid not null,
  period_start timestamptz not null,
  -- As in `invoices.rating`.
  record jsonb not null,
  primary key (organization_id, period_start)
);
