-- One invoice for each calendar month (UTC) of an organization with a subscription. No foreign key to the organization, and none
-- to environments: what was used stays owed after they are gone.
create table invoices (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  -- Without gaps, given when it is issued.
  number bigint unique check (number > 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  status text not null check (status in ('waiting', 'pending', 'open', 'payment_action_required', 'late', 'delinquent', 'paid',
    'external_paid', 'forgiven')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0 check (total_cents = subtotal_cents + tax_cents),
  paid_cents bigint not null default 0 check (paid_cents between 0 and total_cents),
  issued_at timestamptz,
  due_at timestamptz,
  -- When it was paid in full or waived.
  settled_at timestamptz,
  -- What the operator wrote when it was paid by transfer or waived, and who it was.
  settled_note text,
  settled_by text,
  -- Seller, buyer, period, zone and taxes, as they are printed.
  snapshot jsonb,
  -- What its usage was rated by, so that a later invoice can correct it.
  rating jsonb,
  -- Where its PDF is stored; null before it is.
  pdf_key text,
  unique (organization_id, period_start),
  check (period_end > period_start),
  check ((status in ('waiting', 'pending')) = (number is null)),
  check ((number is null) = (issued_at is null)),
  check ((number is null) = (due_at is null)),
  check ((number is null) = (snapshot is null)),
  check ((number is null) = (rating is null))
);
create index invoices_unsettled on invoices (status, due_at) where status not in ('paid', 'external_paid', 'forgiven');

create table invoice_lines (
  invoice_id uuid not null references invoices,
  organization_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('fee', 'credit', 'usage', 'correction', 'carried')),
  -- The month that it is about: of a correction an earlier one.
  month timestamptz not null,
  environment_id uuid,
  environment_name text,
  meter text,
  tier text,
  quality text,
  description text not null,
  -- Of what the meter counts; of a correction the difference.
  quantity numeric(20,3) not null default 0,
  included numeric(20,3) not null default 0,
  -- Micro-cents for one unit, where the price has one step.
  unit_micros bigint,
  amount_cents bigint not null,
  primary key (invoice_id, position),
  check ((environment_id is null) = (meter is null))
);

-- Mail about an invoice. A row is made with the change it is about, and has its moment once it was sent.
create table invoice_mails (
  invoice_id uuid not null references invoices,
  organization_id uuid not null,
  step text not null check (step in ('issued', 'day_0', 'day_3', 'day_7', 'day_14')),
  address text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (invoice_id, step, address)
);
