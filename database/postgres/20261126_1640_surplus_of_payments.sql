-- What was paid beyond what the invoice took, and what the operator has paid back of the whole payment.
alter table payments
  add column surplus_cents bigint not null default 0 check (surplus_cents >= 0),
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0);
create index payments_of_provider on payments (provider, provider_id) where provider_id is not null;
create index payments_to_pay_back on payments (changed_at) where surplus_cents > refunded_cents;
create index provider_events_handled on provider_events (handled_at) where handled_at is not null;
