-- The date an access token was given; expires_at is when it was revoked.
alter table access_tokens add column valid_until timestamptz;
