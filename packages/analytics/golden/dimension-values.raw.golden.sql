/* dimensionValuesQuery */ SELECT value, total_count, count() OVER () AS total
FROM (SELECT `browser` AS value, count() AS total_count FROM views FINAL WHERE environment_id = toUUID({p0:String}) AND `view_end` >= {p1:DateTime64(3, 'UTC')} AND `view_end` < {p2:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p3:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p4:Bool}, false) AND ifNull(`video_startup_time` >= {p5:Float64}, false) GROUP BY value HAVING positionCaseInsensitiveUTF8(ifNull(value, ''), {p6:String}) > 0)
ORDER BY `total_count` DESC NULLS LAST, value ASC
LIMIT {p7:UInt64} OFFSET {p8:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = "00000000-0000-4000-8000-000000000000"
-- p1 = 2026-11-01T00:00:00.000Z
-- p2 = 2026-11-08T00:00:00.000Z
-- p3 = "a"
-- p4 = true
-- p5 = 500
-- p6 = "chr"
-- p7 = "25"
-- p8 = "25"
