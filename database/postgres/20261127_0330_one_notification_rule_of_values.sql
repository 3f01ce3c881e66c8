-- Of rules about the same values one is left: one that mutes, or else the oldest.
delete from incident_notification_rules r
using incident_notification_rules o
where o.environment_id = r.environment_id and o.rules @> r.rules and r.rules @> o.rules
  and (o.action <> 'reject', o.created_at, o.id) < (r.action <> 'reject', r.created_at, r.id);
