-- The flags of an organization decide about topics, too.
drop trigger organizations_access on organizations;
create trigger organizations_access after delete or update of second_factor_required, plan, feature_overrides
    on organizations
  for each statement execute function notify_channel('playhead_access');
