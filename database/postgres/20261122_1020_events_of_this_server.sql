-- Live screens compare it with the transactions of this server: a restored row counts as one of the restore.
create function own_transaction_id() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  return new;
end $$;
create trigger events_of_this_server before insert on events
  for each row execute function own_transaction_id();
update events set transaction_id = pg_current_xact_id() where transaction_id > pg_current_xact_id();
