/* overallQuery */ SELECT if(`of_count_video_startup_time` = 0, NULL, arrayMap((buckets, sums, rank) -> if(empty(sums), NULL, if(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)])) - 8192) / 64)) + (if(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)])) - 8192) / 64)) - if(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)])) - 8192) / 64))) * (rank - floor(rank))), [mapKeys(`of_histogram_video_startup_time`)], [arrayCumSum(mapValues(`of_histogram_video_startup_time`))], [greatest(0, {p0:Float64} * (toFloat64(arraySum(mapValues(`of_histogram_video_startup_time`))) - 1))])[1]) AS value, `of_views` AS total_views,
`of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time
FROM (SELECT sumMap(`histogram_video_startup_time`) AS `of_histogram_video_startup_time`, sum(`count_video_startup_time`) AS `of_count_video_startup_time`, sum(`views`) AS `of_views`, sum(`sum_watch_time`) AS `of_sum_watch_time`, sum(`sum_playing_time`) AS `of_sum_playing_time` FROM views_daily WHERE environment_id = toUUID({p1:String}) AND bucket = {p2:String} AND day >= {p3:Date} AND day <= {p4:Date} AND (day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE environment_id = toUUID({p5:String}) GROUP BY day) AND (ifNull(`video_series` = {p6:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p7:Bool}, false)) SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = 0.5
-- p1 = "00000000-0000-4000-8000-000000000000"
-- p2 = "view_end"
-- p3 = "2026-11-01"
-- p4 = "2026-11-07"
-- p5 = "00000000-0000-4000-8000-000000000000"
-- p6 = "a"
-- p7 = true
