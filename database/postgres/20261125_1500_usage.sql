-- No foreign keys in here: what was used is known after its environment is gone.

-- Rows of a closed hour never change: a later difference is a further revision.
create table usage_hours (
  organization_id uuid not null,
  environment_id uuid not null,
  hour timestamptz not null,
  meter text not null,
  tier text not null default '',
  quality text not null default '',
  quantity numeric(20,3) not null,
  revision integer not null default 0,
  primary key (environment_id, meter, hour, tier, quality, revision)
);
create index usage_hours_of_organization on usage_hours (organization_id, hour);
create index usage_hours_of_environment on usage_hours (environment_id, hour);

-- How far the meters of a source are counted, and until where their hours are closed.
create table usage_marks (
  environment_id uuid not null,
  source text not null check (source in ('video', 'views')),
  counted_until timestamptz not null,
  closed_until timestamptz not null,
  primary key (environment_id, source)
);

create table usage_environments (
  environment_id uuid primary key,
  organization_id uuid not null,
  name text not null,
  deleted_at timestamptz
);
create index usage_environments_of_organization on usage_environments (organization_id);

-- From when until when an asset was stored or recorded live, and when it was encoded.
create table asset_spans (
  asset_id uuid not null,
  environment_id uuid not null,
  kind text not null check (kind in ('stored', 'encoded', 'live')),
  -- Of media. A live stream has none until it ends.
  seconds double precision,
  tier text not null,
  quality text not null,
  from_at timestamptz not null,
  -- Null while it lasts.
  until_at timestamptz,
  primary key (asset_id, kind)
);
create index asset_spans_of_environment on asset_spans (environment_id, from_at);

-- Playback ids that existed, so that a view stays hosted after its playback id is deleted.
create table usage_playback_ids (
  id text primary key,
  environment_id uuid not null,
  asset_id uuid,
  live_stream_id uuid
);
create index usage_playback_ids_of_environment on usage_playback_ids (environment_id);

-- Meters whose hours differ from their sources, found by the weekly check.
create table usage_findings (
  environment_id uuid not null,
  meter text not null,
  counted numeric(20,3) not null,
  in_sources numeric(20,3) not null,
  checked_at timestamptz not null,
  primary key (environment_id, meter)
);

-- What is known of assets that are older than this table.
insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
select id, environment_id, 'stored', duration, resolution_tier, video_quality, ready_at, deleted_at
from assets where ready_at is not null and duration is not null and resolution_tier is not null;

insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
select id, environment_id, 'encoded', duration, resolution_tier, video_quality, ready_at, ready_at
from assets where ready_at is not null and duration is not null and resolution_tier is not null
  and live_stream_id is null;

insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
select id, environment_id, 'live', duration, resolution_tier, video_quality, ready_at,
  ready_at + make_interval(secs => duration)
from assets where ready_at is not null and duration is not null and resolution_tier is not null
  and live_stream_id is not null and progress_state = 'completed';

insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
select id, environment_id, 'live', null, resolution_tier, video_quality, ready_at, null
from assets where ready_at is not null and resolution_tier is not null and status = 'ready'
  and live_stream_id is not null and progress_state = 'live'
on conflict do nothing;
