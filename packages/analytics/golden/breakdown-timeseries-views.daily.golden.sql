/* breakdownTimeseriesQuery */ SELECT step, field, `of_views` AS value, `of_views` AS views
FROM (SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS step, `browser` AS field, sum(`views`) AS `of_views`
FROM views_daily WHERE environment_id = toUUID({p0:String}) AND bucket = {p1:String} AND day >= {p2:Date} AND day <= {p3:Date} AND (day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE environment_id = toUUID({p4:String}) GROUP BY day) AND (ifNull(`video_series` = {p5:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p6:Bool}, false) AND (ifNull(`browser` IN {p7:Array(String)}, false) OR isNull(`browser`)) GROUP BY step, field)
ORDER BY step SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = "view_start"
-- p2 = "2026-11-01"
-- p3 = "2026-11-07"
-- p4 = "00000000-0000-4000-8000-000000000000"
-- p5 = "a"
-- p6 = true
-- p7 = ["Chrome"]
