-- What those whom an incident of a rule affects had in common as it opened.
alter table incidents add causes jsonb not null default '[]';
