-- The page of the provider on which a method is entered, while it may be open: `{ id, currency, return_url }`. It is given again.
alter table payment_customers add column setup_form jsonb;
