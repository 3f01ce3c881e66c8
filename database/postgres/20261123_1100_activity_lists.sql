-- The call that caused an event, so that each is found from the other. Null for what the server did without one.
alter table events add request_id uuid;
create index events_of_request on events (environment_id, request_id) where request_id is not null;
-- Lists of an environment are newest first, within a timeframe.
create index events_newest on events (environment_id, created_at desc, id desc);
