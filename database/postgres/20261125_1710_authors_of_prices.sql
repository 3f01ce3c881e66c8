-- The address of the person who entered the prices on the operator's screen; null for the command line.
alter table price_books add column created_by text;
