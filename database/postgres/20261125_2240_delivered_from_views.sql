-- From when until when an environment counts what it delivered from views, in whole hours. At all other times it counts what
-- this server handed out.
create table played_periods (
  environment_id uuid not null references environments on delete cascade,
  from_hour timestamptz not null,
  -- Null while it lasts.
  until_hour timestamptz,
  primary key (environment_id, from_hour),
  check (until_hour > from_hour)
);
create unique index played_periods_lasting on played_periods (environment_id) where until_hour is null;

-- What hosted views played in these hours.
create table played_seconds (
  environment_id uuid not null references environments on delete cascade,
  asset_id uuid not null references assets on delete cascade,
  hour timestamptz not null,
  tier text not null check (tier in ('audio-only', '720p', '1080p', '1440p', '2160p')),
  seconds numeric(20,3) not null,
  primary key (asset_id, hour, tier)
);
create index played_seconds_of_environment on played_seconds (environment_id, hour);

-- What an hour was counted from, named like the marks.
alter table usage_hours add column source text not null default 'video' check (source in ('video', 'views'));
update usage_hours set source = 'views' where meter in ('views_hosted', 'views_other');
