-- One run of a live stream, recorded to one asset.
create table live_broadcasts (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  live_stream_id uuid not null references live_streams on delete cascade,
  -- No foreign key: the asset may be deleted before its broadcast ends.
  asset_id uuid not null,
  protocol text not null check (protocol in ('rtmp', 'srt')),
  state text not null default 'connecting'
    check (state in ('connecting', 'recording', 'active', 'away', 'finishing', 'ended')),
  -- The process that has it; another one may take over what was not renewed.
  node_id text not null,
  lease_until timestamptz not null,
  -- As the encoder says them.
  encoder text,
  latency_mode text not null check (latency_mode in ('low', 'reduced', 'standard')),
  began_at timestamptz not null default clock_timestamp(),
  active_at timestamptz,
  away_since timestamptz,
  ended_at timestamptz,
  end_reason text
);
create unique index live_broadcasts_unfinished on live_broadcasts (live_stream_id) where state <> 'ended';
create index live_broadcasts_of_stream on live_broadcasts (live_stream_id, began_at desc);

-- Why encoders were sent away: they show the reason rarely. The address is cut to its network, and no key is kept.
create table live_refusals (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  live_stream_id uuid not null references live_streams on delete cascade,
  reason text not null,
  message text not null,
  protocol text not null check (protocol in ('rtmp', 'rtmps', 'srt')),
  network text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index live_refusals_of_stream on live_refusals (live_stream_id, created_at desc);

alter table assets add column recording_times jsonb;

-- Of a recording whose parameters changed: `[{ storage_key, first_segment, offsets }]`, one for each run of equal ones.
alter table asset_renditions add column pieces jsonb;
