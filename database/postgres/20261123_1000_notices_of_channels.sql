-- Processes with open sockets listen for these notices; Postgres sends one per transaction, when it commits.
create function notify_channel() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;

create trigger events_notice after insert on events
  for each statement execute function notify_channel('playhead_events');
create trigger server_state_notice after insert or update or delete on server_state
  for each statement execute function notify_channel('playhead_server_state');
create trigger environment_status_notice after update of status on environments
  for each statement execute function notify_channel('playhead_environment_status');

-- Everything that decides who may listen to what.
create trigger sessions_access after delete or update of user_id, method, sso_organization_id,
    masquerade_organization_id, second_factor_at on sessions
  for each statement execute function notify_channel('playhead_access');
create trigger users_access after update of internal, disabled_at on users
  for each statement execute function notify_channel('playhead_access');
create trigger memberships_access after insert or update or delete on memberships
  for each statement execute function notify_channel('playhead_access');
create trigger environment_access_access after insert or update or delete on environment_access
  for each statement execute function notify_channel('playhead_access');
create trigger environments_access after insert or delete on environments
  for each statement execute function notify_channel('playhead_access');
create trigger organizations_access after delete or update of second_factor_required on organizations
  for each statement execute function notify_channel('playhead_access');
create trigger sso_connections_access after insert or update or delete on sso_connections
  for each statement execute function notify_channel('playhead_access');
create trigger access_tokens_access after delete or update of permissions, expires_at, valid_until
    on access_tokens
  for each statement execute function notify_channel('playhead_access');
