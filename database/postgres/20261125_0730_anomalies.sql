-- Whether and how an environment is searched for anomalies; without a row, it is not.
create table anomaly_settings (
  environment_id uuid primary key references environments on delete cascade,
  is_enabled boolean not null,
  sensitivity text not null check (sensitivity in ('low', 'medium', 'high')),
  -- The end of the last window that was judged.
  judged_until timestamptz
);

-- What is known of a cause. Causes that nothing has happened to have no row.
create table anomaly_states (
  environment_id uuid not null references environments on delete cascade,
  measure text not null,
  -- Empty for all views, or else [dimension, value].
  cohort_key text not null,
  phase text not null check (phase in ('ok', 'open')),
  since timestamptz not null,
  -- Windows running that were beyond, and the views that they affected.
  beyond integer not null,
  affected double precision not null,
  good_since timestamptz,
  few_since timestamptz,
  unknown_since timestamptz,
  quiet_until timestamptz,
  waits_for_good boolean not null,
  incident_id uuid,
  primary key (environment_id, measure, cohort_key)
);

-- {usual, limit, area, sensitivity, window_duration} of an anomaly, in the unit of the metric.
alter table incidents add anomaly jsonb;
create unique index incidents_open_anomaly_once on incidents (environment_id, measurement, group_key)
  where status = 'open' and type = 'anomaly' and anomaly is not null;
