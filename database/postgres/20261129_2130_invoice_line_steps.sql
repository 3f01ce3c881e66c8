-- What each step of a graduated price charged: `[{ from, upto, quantity, unit_micros, amount_cents }]`. Null where the price has one
-- step, and on invoices that were issued before steps were kept; empty for what has no price.
alter table invoice_lines add column steps jsonb;
