-- What the log of calls keeps of an environment: bodies, and every call until a moment instead of changes only.
alter table environments
  add log_bodies boolean not null default true,
  add log_every_call_until timestamptz;
