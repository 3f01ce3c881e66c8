-- A payment by a link: the payer pays on a page of the provider, so it charges no stored method.
alter table payments
  alter column method_id drop not null,
  -- Where the page leads back to, as it was when the link was made.
  add column return_url text,
  add constraint payments_charge_or_link check ((method_id is null) = (return_url is not null));
