/* breakdownQuery */ WITH (SELECT if(`of_count_video_startup_time` = 0, NULL, `of_quantile_500_video_startup_time`) FROM (SELECT quantileExactInclusive({p0:Float64})(`video_startup_time`) AS `of_quantile_500_video_startup_time`, count(`video_startup_time`) AS `of_count_video_startup_time` FROM views FINAL WHERE environment_id = toUUID({p1:String}) AND `view_end` >= {p2:DateTime64(3, 'UTC')} AND `view_end` < {p3:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p4:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p5:Bool}, false) AND ifNull(`video_startup_time` >= {p6:Float64}, false))) AS compared
SELECT field, assumeNotNull(found) AS value, ifNull(if(`all_count_video_startup_time` = `of_count_video_startup_time`, 0., (found - (compared * `all_count_video_startup_time` - found * `of_count_video_startup_time`) / (`all_count_video_startup_time` - `of_count_video_startup_time`)) * `of_count_video_startup_time` / nullIf(`all_count_video_startup_time`, 0)), 0) AS negative_impact,
`of_views` AS total_views, `of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time, `of_count_video_startup_time` AS views, count() OVER () AS total
FROM (SELECT *, if(`of_count_video_startup_time` = 0, NULL, `of_quantile_500_video_startup_time`) AS found, sum(`of_count_video_startup_time`) OVER () AS `all_count_video_startup_time`, sum(`of_views`) OVER () AS `all_views`, sum(`of_sum_watch_time`) OVER () AS `all_sum_watch_time`, sum(`of_sum_playing_time`) OVER () AS `all_sum_playing_time`
FROM (SELECT `browser` AS field, quantileExactInclusive({p7:Float64})(`video_startup_time`) AS `of_quantile_500_video_startup_time`, count(`video_startup_time`) AS `of_count_video_startup_time`, count() AS `of_views`, sum(`watch_time`) AS `of_sum_watch_time`, sum(`playing_time`) AS `of_sum_playing_time` FROM views FINAL WHERE environment_id = toUUID({p8:String}) AND `view_end` >= {p9:DateTime64(3, 'UTC')} AND `view_end` < {p10:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p11:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p12:Bool}, false) AND ifNull(`video_startup_time` >= {p13:Float64}, false) GROUP BY field))
WHERE found IS NOT NULL
ORDER BY `negative_impact` DESC NULLS LAST, views DESC, field ASC
LIMIT {p14:UInt64} OFFSET {p15:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = 0.5
-- p1 = "00000000-0000-4000-8000-000000000000"
-- p2 = 2026-11-01T00:00:00.000Z
-- p3 = 2026-11-08T00:00:00.000Z
-- p4 = "a"
-- p5 = true
-- p6 = 500
-- p7 = 0.5
-- p8 = "00000000-0000-4000-8000-000000000000"
-- p9 = 2026-11-01T00:00:00.000Z
-- p10 = 2026-11-08T00:00:00.000Z
-- p11 = "a"
-- p12 = true
-- p13 = 500
-- p14 = "25"
-- p15 = "25"
