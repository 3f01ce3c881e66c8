-- Who pays for an organization.
create table billing_information (
  organization_id uuid primary key references organizations on delete cascade,
  name text not null,
  address text not null,
  address2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  email text,
  url text,
  -- Upper case, without blanks, dots and dashes; empty without one.
  tax_id text not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- The operator's tax rates. A version never changes; an invoice keeps the rate it was issued with.
create table tax_tables (
  version integer primary key,
  -- `[{ country, region, rate, name, reverse_charge }]`: the rate in percent.
  rates jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The address of the person who entered it; null for the command line.
  created_by text
);

-- The payers at a payment provider, and the method that invoices are charged to.
create table payment_customers (
  organization_id uuid not null references organizations on delete cascade,
  provider text not null check (provider in ('test', 'stripe')),
  customer_id text not null,
  -- `{ id, kind, label, last4, expires }`: what is shown, and never the number of a card.
  method jsonb,
  saved_at timestamptz,
  primary key (organization_id, provider),
  check ((method is null) = (saved_at is null))
);

-- What the invented provider of PLAYHEAD_BILLING=test remembers.
create table test_payments (
  id text primary key,
  key text not null unique,
  payment_id uuid not null,
  organization_id uuid not null,
  status text not null check (status in ('processing', 'action_required', 'succeeded', 'failed', 'canceled')),
  error text,
  amount_cents bigint not null,
  currency text not null,
  return_url text,
  created_at timestamptz not null
);
create index test_payments_of_payment on test_payments (payment_id);

-- Kept before it is handled, so that an event that comes again is known.
create table provider_events (
  provider text not null,
  id text not null,
  -- Of the payment at the provider; null for events about anything else.
  subject text,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  primary key (provider, id)
);
create index provider_events_waiting on provider_events (received_at) where handled_at is null;
