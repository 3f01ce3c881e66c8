-- What is older than 30 days is forgotten every hour, which should not read the rest.
create index events_by_age on events (created_at);
create index request_logs_by_age on request_logs (created_at);
