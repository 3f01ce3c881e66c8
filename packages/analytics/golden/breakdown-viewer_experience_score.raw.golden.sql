/* breakdownQuery */ SELECT field, assumeNotNull(found) AS value, ifNull(if(`all_count_viewer_experience_score` = `of_count_viewer_experience_score`, 0., (if((ifNull(toFloat64(`all_count_viewer_experience_score`), 0) - ifNull(toFloat64(`of_count_viewer_experience_score`), 0)) = 0, NULL, (ifNull(toFloat64(`all_sum_viewer_experience_score`), 0) - ifNull(toFloat64(`of_sum_viewer_experience_score`), 0)) / (ifNull(toFloat64(`all_count_viewer_experience_score`), 0) - ifNull(toFloat64(`of_count_viewer_experience_score`), 0))) - if(`of_count_viewer_experience_score` = 0, NULL, `of_sum_viewer_experience_score` / `of_count_viewer_experience_score`)) * `of_count_viewer_experience_score` / nullIf(`all_count_viewer_experience_score`, 0)), 0) AS negative_impact,
`of_views` AS total_views, `of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time, `of_count_viewer_experience_score` AS views, count() OVER () AS total
FROM (SELECT *, if(`of_count_viewer_experience_score` = 0, NULL, `of_sum_viewer_experience_score` / `of_count_viewer_experience_score`) AS found, sum(`of_sum_viewer_experience_score`) OVER () AS `all_sum_viewer_experience_score`, sum(`of_count_viewer_experience_score`) OVER () AS `all_count_viewer_experience_score`, sum(`of_views`) OVER () AS `all_views`, sum(`of_sum_watch_time`) OVER () AS `all_sum_watch_time`, sum(`of_sum_playing_time`) OVER () AS `all_sum_playing_time`
FROM (SELECT `browser` AS field, sum(`viewer_experience_score`) AS `of_sum_viewer_experience_score`, count(`viewer_experience_score`) AS `of_count_viewer_experience_score`, count() AS `of_views`, sum(`watch_time`) AS `of_sum_watch_time`, sum(`playing_time`) AS `of_sum_playing_time` FROM views FINAL WHERE environment_id = toUUID({p0:String}) AND `view_end` >= {p1:DateTime64(3, 'UTC')} AND `view_end` < {p2:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p3:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p4:Bool}, false) AND ifNull(`video_startup_time` >= {p5:Float64}, false) GROUP BY field))
WHERE found IS NOT NULL
ORDER BY `negative_impact` DESC NULLS LAST, views DESC, field ASC
LIMIT {p6:UInt64} OFFSET {p7:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = 2026-11-01T00:00:00.000Z
-- p2 = 2026-11-08T00:00:00.000Z
-- p3 = "a"
-- p4 = true
-- p5 = 500
-- p6 = "25"
-- p7 = "25"
