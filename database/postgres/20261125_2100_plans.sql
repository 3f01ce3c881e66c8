-- Versions of plans. A version never changes, but for whether it is offered; what organizations pay is a new version.
create table plans (
  id text not null,
  version integer not null,
  name text not null,
  -- Flags in which the plan differs from the product's own.
  flags jsonb not null,
  -- `{ month, year }` in cents.
  fees jsonb not null,
  -- `{ delivered: 100000, videos: 10 }`, in the unit that the meter is priced by, for a month.
  included jsonb not null,
  -- Whether what is used beyond is charged by the prices.
  overage text not null check (overage in ('priced', 'none')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Whether admins may choose it; only the operator sets the others.
  is_self_service boolean not null,
  -- Organizations on a version that is no longer offered keep it.
  is_offered boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (id, version)
);
create unique index plans_offered on plans (id) where is_offered;

insert into plans (id, version, name, flags, fees, included, overage, currency, is_self_service, is_offered) values
  ('lite', 1, 'Lite',
    '{"dataViewLimit":0,"maxFilters":2,"maxUsers":-1,"retentionDays":35,"environmentLimit":2,"realtime":false,"customDashboards":false}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true),
  ('free', 1, 'Free',
    '{"dataViewLimit":100000,"maxFilters":2,"maxUsers":-1,"retentionDays":35,"environmentLimit":2}',
    '{"month":0,"year":0}', '{"videos":10,"delivered":100000,"views_other":100000}', 'none', 'USD', true, true),
  ('pay-as-you-go', 1, 'Pay as you go',
    '{"dataViewLimit":0,"maxFilters":2,"maxUsers":-1,"retentionDays":35,"environmentLimit":10}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true),
  ('starter', 1, 'Starter',
    '{"dataViewLimit":0,"maxFilters":2,"maxUsers":-1,"retentionDays":35,"environmentLimit":10}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true),
  ('developer', 1, 'Developer',
    '{"dataViewLimit":0,"maxFilters":5,"maxUsers":-1,"retentionDays":35,"environmentLimit":10}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true),
  ('pro', 1, 'Pro',
    '{"dataViewLimit":0,"maxFilters":10,"maxUsers":-1,"retentionDays":100,"environmentLimit":50}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true),
  ('custom', 1, 'Custom',
    '{}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', false, true),
  ('self-service-media', 1, 'Self-service Media',
    '{"dataViewLimit":0,"maxFilters":2,"maxUsers":-1,"retentionDays":35,"environmentLimit":10}',
    '{"month":0,"year":0}', '{}', 'priced', 'USD', true, true);

-- An organization without a row has no subscription: nothing is charged.
create table subscriptions (
  organization_id uuid primary key references organizations on delete cascade,
  plan_id text not null,
  plan_version integer not null,
  billing_frequency text not null check (billing_frequency in ('month', 'year')),
  started_at timestamptz not null,
  -- The beginning of the month or year that the fee is for.
  period_start timestamptz not null,
  -- What the next period begins with.
  next_plan_id text,
  next_plan_version integer,
  next_billing_frequency text check (next_billing_frequency in ('month', 'year')),
  next_from timestamptz,
  commercial_details jsonb not null default '{}',
  provider jsonb not null default '{}',
  foreign key (plan_id, plan_version) references plans (id, version),
  foreign key (next_plan_id, next_plan_version) references plans (id, version)
);
create index subscriptions_next on subscriptions (next_from) where next_from is not null;
create index subscriptions_plan on subscriptions (plan_id, plan_version);

-- What a past month is rated by. No foreign key to the organization: what was used stays owed after it is gone.
create table subscription_changes (
  organization_id uuid not null,
  from_at timestamptz not null,
  -- Null when the subscription ended.
  plan_id text,
  plan_version integer,
  billing_frequency text check (billing_frequency in ('month', 'year')),
  primary key (organization_id, from_at),
  foreign key (plan_id, plan_version) references plans (id, version)
);

-- The flags of the plan version, so that one row decides what an organization may do. Null without a subscription.
alter table organizations add column plan_flags jsonb;
drop trigger organizations_access on organizations;
create trigger organizations_access
    after delete or update of second_factor_required, plan, plan_flags, feature_overrides on organizations
  for each statement execute function notify_channel('playhead_access');

-- Custom has no limits and no fees: without it nothing changes.
insert into subscriptions (organization_id, plan_id, plan_version, billing_frequency, started_at, period_start)
select o.id, p.id, 1, 'month', now(), date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
from organizations o join plans p on p.name = o.plan where o.plan <> 'Custom';
insert into subscription_changes (organization_id, from_at, plan_id, plan_version, billing_frequency)
select organization_id, started_at, plan_id, plan_version, billing_frequency from subscriptions;
update organizations o set plan_flags = p.flags
from subscriptions s join plans p on p.id = s.plan_id and p.version = s.plan_version
where s.organization_id = o.id;
