-- The lasting thing that an encoder sends to; each run of it is a broadcast.
create table live_streams (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  status text not null default 'idle' check (status in ('idle', 'active', 'disabled')),
  -- What was asked of the running broadcast; it takes effect when the broadcast has ended.
  command text check (command in ('complete', 'disable', 'delete')),
  -- Encoders are found by the hash of their key; it is shown again from the sealed one.
  key_hash bytea not null unique,
  key_sealed text not null,
  srt_passphrase_sealed text not null,
  latency_mode text not null check (latency_mode in ('low', 'reduced', 'standard')),
  -- Null follows the latency mode: 60 for standard, else 0.
  reconnect_window integer check (reconnect_window between 0 and 1800),
  max_continuous_seconds integer not null check (max_continuous_seconds between 60 and 43200),
  uses_slate boolean not null default false,
  slate_url text,
  is_audio_only boolean not null default false,
  is_test boolean not null default false,
  embedded_subtitles jsonb not null default '[]',
  generated_subtitles jsonb not null default '[]',
  -- As they were given, in the form of the API.
  new_asset_settings jsonb,
  title text,
  passthrough text,
  -- Of the running broadcast. No foreign key: the asset may be deleted before its broadcast ends.
  active_asset_id uuid,
  ingest_protocol text check (ingest_protocol in ('rtmp', 'srt')),
  is_connected boolean not null default false,
  is_recording boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  -- A deleted live stream is no longer found; its row stays for its recordings and its last broadcast.
  deleted_at timestamptz
);
create index live_streams_of_environment on live_streams (environment_id, created_at desc, id desc)
  where deleted_at is null;
create index live_streams_with_command on live_streams (id) where command is not null;

create table live_simulcast_targets (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  live_stream_id uuid not null references live_streams on delete cascade,
  url text not null,
  key_sealed text,
  passthrough text,
  status text not null default 'idle' check (status in ('idle', 'starting', 'broadcasting', 'errored')),
  error_severity text check (error_severity in ('normal', 'fatal')),
  last_error text,
  created_at timestamptz not null default clock_timestamp()
);
create index live_simulcast_targets_of_stream on live_simulcast_targets (live_stream_id, created_at, id);

create index playback_ids_of_live_stream on playback_ids (live_stream_id, created_at)
  where live_stream_id is not null;
create index assets_of_live_stream on assets (live_stream_id, created_at desc)
  where live_stream_id is not null;
