-- Of the first failure since the last success of a channel.
alter table notification_channels add column failing_since timestamptz;
