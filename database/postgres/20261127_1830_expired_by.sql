-- Why an incident expired; null for those that did before this column.
alter table incidents add expired_by text
  check (expired_by in ('few_viewers', 'no_data', 'open_time', 'not_judged'));
