/* breakdownQuery */ SELECT field, assumeNotNull(found) AS value, ifNull(0., 0) AS negative_impact,
`of_views` AS total_views, `of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time, `of_views` AS views, count() OVER () AS total
FROM (SELECT *, `of_views` AS found, sum(`of_views`) OVER () AS `all_views`, sum(`of_sum_watch_time`) OVER () AS `all_sum_watch_time`, sum(`of_sum_playing_time`) OVER () AS `all_sum_playing_time`
FROM (SELECT `browser` AS field, count() AS `of_views`, sum(`watch_time`) AS `of_sum_watch_time`, sum(`playing_time`) AS `of_sum_playing_time` FROM views FINAL WHERE environment_id = toUUID({p0:String}) AND `view_start` >= {p1:DateTime64(3, 'UTC')} AND `view_start` < {p2:DateTime64(3, 'UTC')} AND view_end >= {p3:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p4:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p5:Bool}, false) AND ifNull(`video_startup_time` >= {p6:Float64}, false) GROUP BY field))
WHERE found IS NOT NULL
ORDER BY `negative_impact` DESC NULLS LAST, views DESC, field ASC
LIMIT {p7:UInt64} OFFSET {p8:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = 2026-11-01T00:00:00.000Z
-- p2 = 2026-11-08T00:00:00.000Z
-- p3 = 2026-11-01T00:00:00.000Z
-- p4 = "a"
-- p5 = true
-- p6 = 500
-- p7 = "25"
-- p8 = "25"
