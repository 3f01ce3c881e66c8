-- What each comparison of the storage with media_files found.
create table storage_checks (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  files bigint not null,
  bytes bigint not null,
  -- Rows whose file is missing, has another size or other content.
  problems bigint not null,
  left_over bigint not null,
  left_over_bytes bigint not null,
  removed bigint not null,
  verified_bytes bigint not null
);
create index storage_checks_by_time on storage_checks (finished_at desc);

-- Files without a row, as of the last comparison.
create table left_over_files (
  key text primary key,
  bytes bigint not null,
  modified_at timestamptz not null,
  found_at timestamptz not null
);
