/* timeseriesQuery */ SELECT step, if(ifNull(if(`of_count_watch_time_with_rebuffer_duration` = 0, NULL, `of_sum_watch_time_with_rebuffer_duration`), 0) = 0, NULL, if(`of_count_rebuffer_duration` = 0, NULL, `of_sum_rebuffer_duration`) / if(`of_count_watch_time_with_rebuffer_duration` = 0, NULL, `of_sum_watch_time_with_rebuffer_duration`)) AS value, `of_count_rebuffer_duration` AS views
FROM (SELECT toUnixTimestamp(toStartOfDay(`view_end`)) AS step, sum(`rebuffer_duration`) AS `of_sum_rebuffer_duration`, count(`rebuffer_duration`) AS `of_count_rebuffer_duration`, sumIf(`watch_time`, isNotNull(`rebuffer_duration`)) AS `of_sum_watch_time_with_rebuffer_duration`, countIf(isNotNull(`watch_time`) AND isNotNull(`rebuffer_duration`)) AS `of_count_watch_time_with_rebuffer_duration` FROM views FINAL WHERE environment_id = toUUID({p0:String}) AND `view_end` >= {p1:DateTime64(3, 'UTC')} AND `view_end` < {p2:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p3:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p4:Bool}, false) AND ifNull(`video_startup_time` >= {p5:Float64}, false) GROUP BY step)
ORDER BY step SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = 2026-11-01T00:00:00.000Z
-- p2 = 2026-11-08T00:00:00.000Z
-- p3 = "a"
-- p4 = true
-- p5 = 500
