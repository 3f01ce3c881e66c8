/* overallQuery */ SELECT if(ifNull(if(`of_count_watch_time_with_rebuffer_duration` = 0, NULL, `of_sum_watch_time_with_rebuffer_duration`), 0) = 0, NULL, if(`of_count_rebuffer_duration` = 0, NULL, `of_sum_rebuffer_duration`) / if(`of_count_watch_time_with_rebuffer_duration` = 0, NULL, `of_sum_watch_time_with_rebuffer_duration`)) AS value, `of_views` AS total_views,
`of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time
FROM (SELECT sum(`sum_rebuffer_duration`) AS `of_sum_rebuffer_duration`, sum(`count_rebuffer_duration`) AS `of_count_rebuffer_duration`, sum(`sum_watch_time_with_rebuffer_duration`) AS `of_sum_watch_time_with_rebuffer_duration`, sum(`count_watch_time_with_rebuffer_duration`) AS `of_count_watch_time_with_rebuffer_duration`, sum(`views`) AS `of_views`, sum(`sum_watch_time`) AS `of_sum_watch_time`, sum(`sum_playing_time`) AS `of_sum_playing_time` FROM views_daily WHERE environment_id = toUUID({p0:String}) AND bucket = {p1:String} AND day >= {p2:Date} AND day <= {p3:Date} AND (day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE environment_id = toUUID({p4:String}) GROUP BY day) AND (ifNull(`video_series` = {p5:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p6:Bool}, false)) SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = "view_end"
-- p2 = "2026-11-01"
-- p3 = "2026-11-07"
-- p4 = "00000000-0000-4000-8000-000000000000"
-- p5 = "a"
-- p6 = true
