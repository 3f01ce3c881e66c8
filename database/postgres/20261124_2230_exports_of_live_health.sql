-- Streaming exports also send what encoders of live streams sent: the rows of live_health in ClickHouse.
alter table streaming_exports drop constraint streaming_exports_kind_check;
alter table streaming_exports add constraint streaming_exports_kind_check
  check (kind in ('viewstream', 'livehealthstream'));
