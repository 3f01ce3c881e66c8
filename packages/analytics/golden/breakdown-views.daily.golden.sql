/* breakdownQuery */ SELECT field, assumeNotNull(found) AS value, ifNull(0., 0) AS negative_impact,
`of_views` AS total_views, `of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time, `of_views` AS views, count() OVER () AS total
FROM (SELECT *, `of_views` AS found, sum(`of_views`) OVER () AS `all_views`, sum(`of_sum_watch_time`) OVER () AS `all_sum_watch_time`, sum(`of_sum_playing_time`) OVER () AS `all_sum_playing_time`
FROM (SELECT `browser` AS field, sum(`views`) AS `of_views`, sum(`sum_watch_time`) AS `of_sum_watch_time`, sum(`sum_playing_time`) AS `of_sum_playing_time` FROM views_daily WHERE environment_id = toUUID({p0:String}) AND bucket = {p1:String} AND day >= {p2:Date} AND day <= {p3:Date} AND (day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE environment_id = toUUID({p4:String}) GROUP BY day) AND (ifNull(`video_series` = {p5:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p6:Bool}, false) GROUP BY field))
WHERE found IS NOT NULL
ORDER BY `negative_impact` DESC NULLS LAST, views DESC, field ASC
LIMIT {p7:UInt64} OFFSET {p8:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = "view_start"
-- p2 = "2026-11-01"
-- p3 = "2026-11-07"
-- p4 = "00000000-0000-4000-8000-000000000000"
-- p5 = "a"
-- p6 = true
-- p7 = "25"
-- p8 = "25"
