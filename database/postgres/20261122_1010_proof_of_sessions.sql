-- When the person behind a session last proved who they are; so far only signing in did.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set default now();
alter table sessions alter column proved_at set not null;
