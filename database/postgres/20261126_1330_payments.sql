-- What was asked of a payment provider. A row is written before the provider is called, so that a program that was killed
-- repeats the call with the same key. No foreign key to the organization: what was paid stays known after it is gone.
create table payments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  invoice_id uuid not null references invoices,
  provider text not null check (provider in ('test', 'stripe')),
  -- Of this invoice, from 1.
  attempt integer not null check (attempt > 0),
  idempotency_key text not null unique,
  -- As they were when it began: a repeated call is the same to the letter.
  customer_id text not null,
  method_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  description text not null,
  status text not null check (status in ('started', 'processing', 'action_required', 'succeeded', 'failed', 'canceled')),
  -- Of the payment at the provider; null until it answered.
  provider_id text,
  error text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (invoice_id, attempt)
);
-- Nothing is charged while another payment of the same invoice may still succeed.
create unique index payments_running on payments (invoice_id) where status in ('started', 'processing', 'action_required');
create index payments_of_organization on payments (organization_id, created_at);
