-- Metrics that are not searched for anomalies, although the search is on.
alter table anomaly_settings add off_measures text[] not null default '{}';
