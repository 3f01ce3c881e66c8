-- Where a session was used last: the network, never the whole address.
alter table sessions add column network text not null default '';
