-- People, organizations, environments and everything that decides who may do what.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  pending_email text,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  oauth_login boolean not null default false,
  internal boolean not null default false,
  disabled_at timestamptz,
  starred_dimensions text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  plan text not null default 'Custom',
  feature_overrides jsonb not null default '{}',
  account_notifications jsonb not null default '[]',
  marketplace_type text,
  tos_required boolean not null default false,
  onboarding jsonb not null default '{}',
  cancelled_at timestamptz,
  created_at timestamptz not null default now()
);

create table environments (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  type text not null check (type in ('production', 'staging', 'development')),
  url text,
  status text not null default 'waiting' check (status in ('waiting', 'views_processing', 'integrated')),
  key text not null unique,
  created_at timestamptz not null default now()
);
create unique index environments_name on environments (organization_id, lower(name));

create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  admin boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id);

-- Which environments a regular member may open; admins may open all.
create table environment_access (
  organization_id uuid not null,
  user_id uuid not null,
  environment_id uuid not null references environments on delete cascade,
  primary key (user_id, environment_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index environment_access_environment on environment_access (environment_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- The token before a renewal stays good for some seconds: requests already under way carry it.
  previous_token_hash bytea,
  renewed_at timestamptz not null default now(),
  -- How this person proved who they are: password, github, or the id of an organization's connection.
  method text not null,
  sso_organization_id uuid references organizations on delete cascade,
  masquerade_organization_id uuid references organizations on delete set null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_previous on sessions (previous_token_hash) where previous_token_hash is not null;

-- Addresses at outside providers which a person signed in with.
create table identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);

create table sso_connections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null unique references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text not null,
  email_domains text[] not null default '{}',
  required boolean not null default false,
  created_at timestamptz not null default now()
);

-- Single-use links sent by mail: sign-up, password reset, change of address.
create table mailed_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('signup', 'password_reset', 'email_change')),
  email text not null,
  user_id uuid references users on delete cascade,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What a sign-in through a provider has to remember between leaving and coming back.
create table sign_in_flows (
  state_hash bytea primary key,
  kind text not null,
  detail jsonb not null,
  expires_at timestamptz not null
);

create table invites (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  admin boolean not null default false,
  environment_ids uuid[] not null default '{}',
  type text,
  plan text,
  redirect_url text,
  token_hash bytea not null,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index invites_email on invites (organization_id, lower(email));

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  environment_id uuid not null references environments on delete cascade,
  name text not null,
  permissions text[] not null,
  secret_hash bytea not null,
  created_by uuid references users on delete set null,
  created_by_email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index access_tokens_environment on access_tokens (environment_id, created_at desc);

create table changes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid references organizations on delete cascade,
  environment_id uuid,
  actor_kind text not null check (actor_kind in ('user', 'token', 'operator', 'system')),
  actor_user_id uuid,
  actor_email text,
  masquerading boolean not null default false,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text,
  detail jsonb not null default '{}',
  request_id text,
  created_at timestamptz not null default now()
);
create index changes_organization on changes (organization_id, created_at desc, id);

-- Refused attempts, so that limits on guessing hold across restarts and processes.
create table attempts (
  kind text not null,
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (kind, key, window_start)
);

-- Switches of the whole server, such as the read-only mode.
create table server_state (
  name text primary key,
  value jsonb not null
);
