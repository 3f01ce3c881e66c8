-- Each webhook is looked at by itself, so that the backlog of one is not in the way of another.
create index webhook_deliveries_due_of_webhook on webhook_deliveries (webhook_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at);
drop index webhook_deliveries_due;
-- What an attempt belongs to is forgotten with its event and with its webhook.
create index webhook_attempts_of_delivery on webhook_attempts (event_id, webhook_id, number);
drop index webhook_attempts_of_event;
