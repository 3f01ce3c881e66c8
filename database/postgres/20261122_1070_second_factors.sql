-- What people prove besides their password. docs/adr/0048

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As browsers write it: base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with every use where the authenticator counts; one that stands still was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  -- The host name it was made for: it works there alone.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table authenticator_apps (
  user_id uuid primary key references users on delete cascade,
  secret_sealed text not null,
  -- Counts as a second factor once a first code proved that the app has the secret.
  confirmed_at timestamptz,
  -- The newest step of thirty seconds whose code was taken: neither it nor an older one is taken again.
  last_step bigint,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a browser was asked to sign with a passkey. Gone once it was answered, whatever the answer.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('registration', 'sign_in', 'second_factor', 'proof')),
  -- Nobody yet where the passkey itself tells who signs in.
  user_id uuid references users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- The password was right and the second factor is still to come: no session yet.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  method text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);

-- When this session was proven by a second factor.
alter table sessions add column second_factor_at timestamptz;

alter table organizations add column second_factor_required boolean not null default false;
