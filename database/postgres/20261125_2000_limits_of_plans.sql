-- Notices that the server writes itself, such as those about limits of the plan; the operator's are in account_notifications.
alter table organizations add column usage_notices jsonb not null default '[]';

-- Which share of what its plan includes an organization was notified of: once in each month.
create table limit_notices (
  organization_id uuid not null references organizations on delete cascade,
  -- Such as 2026-11.
  month text not null,
  subject text not null,
  percent integer not null,
  noticed_at timestamptz not null,
  primary key (organization_id, month, subject, percent)
);
