-- Windows that end by this moment are searched afterwards: without notifications, and however long ago they were.
alter table anomaly_settings add history_until timestamptz;
