-- One encoder connected once: what the story of a broadcast says of it. The address is cut to its network.
create table live_connections (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  live_stream_id uuid not null references live_streams on delete cascade,
  broadcast_id uuid not null references live_broadcasts on delete cascade,
  asset_id uuid not null,
  protocol text not null check (protocol in ('rtmp', 'rtmps', 'srt')),
  -- As the encoder says it.
  encoder text,
  network text not null,
  connected_at timestamptz not null default clock_timestamp(),
  -- Null while it is connected.
  left_at timestamptz,
  -- False if the broadcast ended it.
  was_lost boolean,
  -- To viewers, until the encoder was back.
  showed_slate boolean not null default false
);
create index live_connections_of_stream on live_connections (live_stream_id, connected_at desc);
create index live_connections_of_broadcast on live_connections (broadcast_id, connected_at desc);
create index live_connections_by_age on live_connections (connected_at);

-- Of a target that is tried again: how often it has failed in a row, and when the next try is.
alter table live_simulcast_targets
  add column failures integer not null default 0,
  add column retry_at timestamptz;
