-- Where a change came from: the network of the address, not the address itself. A failed sign-in has no known actor.
alter table changes
  add ip_prefix text,
  add user_agent text,
  drop constraint changes_actor_kind_check,
  add constraint changes_actor_kind_check
    check (actor_kind in ('user', 'token', 'operator', 'system', 'unknown'));
