create table signing_keys (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- PEM; the private half leaves with the answer that made it and is kept nowhere.
  public_key text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index signing_keys_of_environment on signing_keys (environment_id, created_at);

create table playback_restrictions (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  allowed_domains text[] not null,
  allows_no_referrer boolean not null default false,
  allows_no_user_agent boolean not null default true,
  allows_high_risk_user_agent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index playback_restrictions_of_environment on playback_restrictions (environment_id, created_at);

create table transcription_vocabularies (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  name text,
  passthrough text,
  phrases text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index transcription_vocabularies_of_environment on transcription_vocabularies (environment_id, created_at);

create table uploads (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- The address is found by the hash of its secret and shown again from the sealed one.
  secret_hash bytea not null unique,
  secret_sealed text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'asset_created', 'errored', 'cancelled', 'timed_out')),
  cors_origin text not null,
  timeout_seconds integer not null,
  new_asset_settings jsonb not null,
  is_test boolean not null default false,
  asset_id uuid,
  -- Said by the first part of the file; unknown before it.
  total_bytes bigint,
  -- Every byte below it is on disk.
  received_bytes bigint not null default 0,
  content_type text,
  error_type text,
  error_message text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index uploads_of_environment on uploads (environment_id, created_at, id);
create index uploads_waiting on uploads (expires_at) where status = 'waiting';

create table assets (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  -- A deleted asset is no longer found; its row stays for what was delivered of it.
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'errored', 'deleted')),
  ingest_type text not null
    check (ingest_type in ('on_demand_url', 'on_demand_direct_upload', 'on_demand_clip', 'live_rtmp', 'live_srt')),
  upload_id uuid,
  source_asset_id uuid,
  live_stream_id uuid,
  title text,
  creator_id text,
  external_id text,
  passthrough text,
  video_quality text not null check (video_quality in ('basic', 'plus', 'premium')),
  max_resolution_tier text not null check (max_resolution_tier in ('1080p', '1440p', '2160p')),
  normalizes_audio boolean not null default false,
  is_test boolean not null default false,
  wants_shots boolean not null default false,
  -- Of a clip: whether images that were laid over its source stay in the picture.
  copies_overlays boolean not null default true,
  mp4_support text,
  thumbnail_time double precision,
  -- As they were given, in the form of the API.
  inputs jsonb not null,
  -- What the files were found to be.
  input_info jsonb,
  non_standard_reasons jsonb,
  -- Known once the main file was looked at.
  duration double precision,
  resolution_tier text check (resolution_tier in ('audio-only', '720p', '1080p', '1440p', '2160p')),
  aspect_ratio text,
  max_stored_frame_rate double precision,
  progress_state text not null default 'ingesting'
    check (progress_state in ('ingesting', 'transcoding', 'completed', 'live', 'errored')),
  progress_percent double precision not null default 0,
  error_type text,
  error_messages text[] not null default '{}',
  master_access text not null default 'none' check (master_access in ('temporary', 'none')),
  master_status text check (master_status in ('preparing', 'ready', 'errored')),
  master_until timestamptz,
  -- Stands in the address of the download.
  master_secret text unique,
  shots_status text check (shots_status in ('pending', 'completed', 'errored', 'skipped', 'deleted')),
  shots_error text,
  -- What is needed to serve segments: packages/media/media-map.ts.
  media_map jsonb,
  encoded_seconds double precision not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  playable_at timestamptz,
  ready_at timestamptz,
  deleted_at timestamptz
);
create index assets_of_environment on assets (environment_id, created_at desc, id desc) where status <> 'deleted';
create index assets_of_upload on assets (upload_id) where upload_id is not null;
create index assets_readied on assets (environment_id, ready_at) where ready_at is not null;

create table playback_ids (
  -- Letters and digits only: it stands at the root of the address.
  id text primary key check (id ~ '^[A-Za-z0-9]{20,64}$'),
  environment_id uuid not null references environments on delete cascade,
  asset_id uuid references assets on delete cascade,
  live_stream_id uuid,
  policy text not null check (policy in ('public', 'signed')),
  created_at timestamptz not null default clock_timestamp(),
  check ((asset_id is null) <> (live_stream_id is null))
);
create index playback_ids_of_asset on playback_ids (asset_id, created_at) where asset_id is not null;
create index playback_ids_of_environment on playback_ids (environment_id);

create table asset_tracks (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  asset_id uuid not null references assets on delete cascade,
  type text not null check (type in ('video', 'audio', 'text')),
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'errored', 'deleted')),
  is_primary boolean not null default false,
  name text,
  language_code text,
  closed_captions boolean not null default false,
  text_type text check (text_type in ('subtitles')),
  text_source text
    check (text_source in ('uploaded', 'embedded', 'generated_live', 'generated_live_final', 'generated_vod')),
  passthrough text,
  -- Where a side-car file came from.
  url text,
  duration double precision,
  max_width integer,
  max_height integer,
  max_frame_rate double precision,
  max_channels integer,
  language_confidence double precision,
  -- Of audio: which stream of the main file, or a file of its own.
  source_stream integer,
  storage_key text,
  error_type text,
  error_messages text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index asset_tracks_of_asset on asset_tracks (asset_id, created_at, id);
create unique index asset_tracks_named_once on asset_tracks (asset_id, type, name)
  where name is not null and status <> 'deleted';

-- A quality of the picture, or the sound, that is stored as a whole; what is missing is made when it is asked for.
create table asset_renditions (
  asset_id uuid not null references assets on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- `source`, `270p` … of the picture, `audio-0` … of the sound.
  name text not null,
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'errored')),
  storage_key text,
  -- Where each segment begins in the file, and its end: packages/media/media-map.ts.
  offsets jsonb,
  bytes bigint,
  seconds_encoded double precision,
  created_at timestamptz not null default clock_timestamp(),
  ready_at timestamptz,
  primary key (asset_id, name)
);

create table static_renditions (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  asset_id uuid not null references assets on delete cascade,
  -- `highest.mp4`, `audio.m4a`, `1080p.mp4` …
  name text not null,
  resolution text not null,
  type text not null check (type in ('standard', 'advanced')),
  status text not null default 'preparing' check (status in ('preparing', 'ready', 'skipped', 'errored')),
  passthrough text,
  width integer,
  height integer,
  bitrate bigint,
  bytes bigint,
  storage_key text,
  error_message text,
  created_at timestamptz not null default clock_timestamp(),
  unique (asset_id, name)
);

-- Every file that counts. What stands in storage without a row is left over; a row without its file is damage.
create table media_files (
  key text primary key,
  -- No foreign keys: the files of what was deleted are still to be removed.
  environment_id uuid not null,
  asset_id uuid,
  bytes bigint not null,
  -- Unknown until it was counted: the source of an hour is played before that.
  sha256 text,
  -- Found by the check of the storage.
  problem text check (problem in ('missing', 'wrong-size', 'changed')),
  -- When it was last seen with its size, and when its content was last counted.
  seen_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index media_files_of_asset on media_files (asset_id);
create index media_files_with_problem on media_files (environment_id, asset_id) where problem is not null;
create index media_files_of_environment on media_files (environment_id);

-- Seconds of video that were handed to viewers, by the hour.
create table delivered_seconds (
  environment_id uuid not null references environments on delete cascade,
  asset_id uuid not null references assets on delete cascade,
  hour timestamptz not null,
  tier text not null check (tier in ('audio-only', '720p', '1080p', '1440p', '2160p')),
  seconds double precision not null,
  bytes bigint not null,
  primary key (asset_id, hour, tier)
);
create index delivered_seconds_of_environment on delivered_seconds (environment_id, hour);
