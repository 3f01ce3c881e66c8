-- How far alert rules are judged on this server: one row.
create table alert_judging (
  is_only boolean primary key default true check (is_only),
  -- The end of the last step that was judged; in the future after the clock was set back.
  judged_until timestamptz not null
);
