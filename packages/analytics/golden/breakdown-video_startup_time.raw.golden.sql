/* breakdownQuery */ WITH (SELECT (arrayMap(one -> one.1, large), arrayMap(histogram -> arrayMap((buckets, sums, rank) -> if(empty(sums), NULL, if(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)])) - 8192) / 64)) + (if(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > ceil(rank), sums)])) - 8192) / 64)) - if(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)] = 0, 0., sign(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)]) * exp2((abs(toFloat64(buckets[arrayFirstIndex(sum -> sum > floor(rank), sums)])) - 8192) / 64))) * (rank - floor(rank))), [mapKeys(histogram)], [arrayCumSum(mapValues(histogram))], [greatest(0, {p0:Float64} * (toFloat64(arraySum(mapValues(histogram))) - 1))])[1], arrayConcat([all_histogram], arrayMap(one -> one.2, large), arrayMap(one -> mapSort(mapSubtract(all_histogram, one.2)), large))))
FROM (SELECT sumMap(histogram) AS all_histogram, arrayFilter(one -> one.3 >= sum(counted) * {p1:Float64}, groupArray((field, histogram, counted))) AS large
FROM (SELECT field, mapSort(mapFromArrays(groupArray(bucket), groupArray(views))) AS histogram, sum(views) AS counted
FROM (SELECT `browser` AS field, if(assumeNotNull(`video_startup_time`) = 0, toInt16(0), toInt16(sign(assumeNotNull(`video_startup_time`)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(`video_startup_time`))) * 64)))))) AS bucket, count() AS views FROM views FINAL WHERE environment_id = toUUID({p2:String}) AND `view_end` >= {p3:DateTime64(3, 'UTC')} AND `view_end` < {p4:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p5:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p6:Bool}, false) AND ifNull(`video_startup_time` >= {p7:Float64}, false) AND isNotNull(`video_startup_time`) GROUP BY field, bucket) GROUP BY field))) AS compared
SELECT field, assumeNotNull(found) AS value, ifNull(if(`all_count_video_startup_time` = `of_count_video_startup_time`, 0., (if(indexOf(compared.1, field) > 0, compared.2[1 + indexOf(compared.1, field)], if(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64)))))) = 0, 0., sign(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64))))))) * exp2((abs(toFloat64(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64)))))))) - 8192) / 64))) - if(indexOf(compared.1, field) > 0, compared.2[1 + length(compared.1) + indexOf(compared.1, field)], (compared.2[1] * `all_count_video_startup_time` - if(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64)))))) = 0, 0., sign(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64))))))) * exp2((abs(toFloat64(if(assumeNotNull(found) = 0, toInt16(0), toInt16(sign(assumeNotNull(found)) * (8192 + greatest(-8128, least(8128, round(log2(abs(assumeNotNull(found))) * 64)))))))) - 8192) / 64)) * `of_count_video_startup_time`) / (`all_count_video_startup_time` - `of_count_video_startup_time`))) * `of_count_video_startup_time` / nullIf(`all_count_video_startup_time`, 0)), 0) AS negative_impact,
`of_sum_watch_time` AS total_watch_time, `of_sum_playing_time` AS total_playing_time, `of_count_video_startup_time` AS views, count() OVER () AS total
FROM (SELECT *, if(`of_count_video_startup_time` = 0, NULL, `of_quantile_500_video_startup_time`) AS found, sum(`of_count_video_startup_time`) OVER () AS `all_count_video_startup_time`, sum(`of_views`) OVER () AS `all_views`, sum(`of_sum_watch_time`) OVER () AS `all_sum_watch_time`, sum(`of_sum_playing_time`) OVER () AS `all_sum_playing_time`
FROM (SELECT `browser` AS field, quantileExactInclusive({p8:Float64})(`video_startup_time`) AS `of_quantile_500_video_startup_time`, count(`video_startup_time`) AS `of_count_video_startup_time`, count() AS `of_views`, sum(`watch_time`) AS `of_sum_watch_time`, sum(`playing_time`) AS `of_sum_playing_time` FROM views FINAL WHERE environment_id = toUUID({p9:String}) AND `view_end` >= {p10:DateTime64(3, 'UTC')} AND `view_end` < {p11:DateTime64(3, 'UTC')} AND (ifNull(`video_series` = {p12:String}, false) OR isNull(`video_series`)) AND NOT ifNull(`view_has_ad` = {p13:Bool}, false) AND ifNull(`video_startup_time` >= {p14:Float64}, false) GROUP BY field))
WHERE found IS NOT NULL
ORDER BY `negative_impact` DESC NULLS LAST, views DESC, field ASC
LIMIT {p15:UInt64} OFFSET {p16:UInt64} SETTINGS do_not_merge_across_partitions_select_final = 1
-- p0 = 0.5
-- p1 = 0.01
-- p2 = "00000000-0000-4000-8000-000000000000"
-- p3 = 2026-11-01T00:00:00.000Z
-- p4 = 2026-11-08T00:00:00.000Z
-- p5 = "a"
-- p6 = true
-- p7 = 500
-- p8 = 0.5
-- p9 = "00000000-0000-4000-8000-000000000000"
-- p10 = 2026-11-01T00:00:00.000Z
-- p11 = 2026-11-08T00:00:00.000Z
-- p12 = "a"
-- p13 = true
-- p14 = 500
-- p15 = "25"
-- p16 = "25"
