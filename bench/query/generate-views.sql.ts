import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'

export interface GeneratedViews {
  environmentId: string
  count: number
  days: number
  /** The newest view ends here. */
  until: Date
}

const perInsert = 500_000

/** Inserts views of a made-up audience, generated inside the engine: the same parameters give the same views. */
export const generateViews = async (
  clickhouse: ClickHouse,
  given: GeneratedViews,
  table = 'views',
): Promise<void> => {
  for (let from = 0; from < given.count; from += perInsert) {
    const count = Math.min(perInsert, given.count - from)
    await clickhouse.command(insertViews(given, from, count, table), { maximumSeconds: 1_800 })
  }
}

function insertViews(
  { environmentId, count: all, days, until }: GeneratedViews,
  from: number,
  count: number,
  table: string,
): SqlFragment {
  // Texts and numbers derive from a hash of the view's number, popular values more often than others.
  return sql`INSERT INTO ${sql.identifier(table)} (environment_id, view_id, view_start, view_end, version, retention_days, inserted_at, updated_at,
      video_id, video_title, video_series, video_content_type, stream_type, source_type, cdn, source_hostname, asset_id, playback_id,
      player_name, player_version, player_software, player_software_version, mux_embed_version, player_width, player_height,
      viewer_id, mux_viewer_id, session_id, viewer_plan, viewer_connection_type, viewer_device_category, viewer_device_manufacturer, viewer_device_name,
      operating_system, operating_system_version, browser, browser_version, viewer_user_agent, bot_class, continent_code, country, region, city,
      asn, asn_name, ip_prefix, page_type, page_url, sub_property_id, experiment_name, custom_1, custom_2,
      watch_time, playing_time, content_playing_time, view_total_content_playback_time, view_max_playhead_position, video_completion_percentage,
      exit_before_video_start, playback_failure, video_startup_failure, content_playback_failure, view_dropped, watched, error_type_id, player_error_code, player_error_message, errors,
      viewer_experience_score, playback_success_score, startup_time_score, rebuffer_score, video_quality_score,
      video_startup_time, view_content_startup_time, player_startup_time, page_load_time, aggregate_startup_time,
      rebuffer_count, rebuffer_duration, rebuffer_frequency, rebuffer_percentage, seek_count, seek_duration, seek_latency,
      upscale_percentage, downscale_percentage, max_upscale_percentage, max_downscale_percentage, weighted_average_bitrate,
      rendition_change_count, request_count, request_latency, max_request_latency, request_throughput, playback_ranges, renditions, timeline)
    WITH
      cityHash64(number, 1) AS a, cityHash64(number, 2) AS b, cityHash64(number, 3) AS c, cityHash64(number, 4) AS d, cityHash64(number, 5) AS e,
      (a % 1000003) / 1000003 AS u1, (b % 1000003) / 1000003 AS u2, (c % 1000003) / 1000003 AS u3, (d % 1000003) / 1000003 AS u4, (e % 1000003) / 1000003 AS u5,
      sqrt(-2 * log(greatest(u1, 1e-9))) * cos(6.283185 * u2) AS normal,
      toUInt32(pow(u3, 3) * 2000) AS title, toUInt32(pow(u4, 4) * 120) AS place, toUInt32(pow(u5, 2) * 6) AS software,
      b % 1000 < 12 AS failed, b % 1000 BETWEEN 12 AND 45 AS left_early, NOT failed AND NOT left_early AS played,
      toUInt32(least(14400000., exp(12.6 + 1.1 * normal))) AS watched_ms,
      toUInt32(exp(6.8 + 0.7 * normal)) AS startup_ms,
      if(c % 100 < 18, 1 + c % 4, 0) AS stalls, toUInt32(stalls * (300 + d % 4000)) AS stalled_ms,
      ${until} - INTERVAL toInt64((1 - (number + u5) / ${uint(all)}) * ${uint(days * 86_400_000)}) MILLISECOND AS ended
    SELECT toUUID(${environmentId}), lower(hex(sipHash128(number))), ended - INTERVAL (if(played, watched_ms, 4000) + startup_ms) MILLISECOND, ended, 1, 100, ended + INTERVAL 65 SECOND, ended + INTERVAL 65 SECOND,
      concat('video-', toString(title)), concat('Title ', toString(title), ' of the catalogue'), concat('Series ', toString(title % 80)), if(title % 7 = 0, 'clip', 'episode'), if(title % 20 = 0, 'live', 'on-demand'), 'application/x-mpegURL',
      concat('cdn-', toString(toUInt32(pow(u2, 2) * 5))), concat('edge', toString(a % 12), '.example.com'), concat('asset', toString(title)), concat('playback', toString(title)),
      arrayElement(['Web player', 'TV player', 'Phone player', 'Tablet player'], 1 + software % 4), concat('4.', toString(c % 9)), arrayElement(['hls.js', 'Shaka Player', 'AVPlayer', 'ExoPlayer', 'dash.js', 'Video.js'], 1 + software), concat('1.', toString(d % 14)), '5.9.1', 1280, 720,
      concat('viewer-', toString(cityHash64(a % 900000))), concat('anonymous-', toString(a % 900000)), concat('session-', toString(intDiv(number, 3))), arrayElement(['free', 'basic', 'premium'], 1 + a % 3), arrayElement(['wifi', 'cellular', 'wired'], 1 + b % 3),
      arrayElement(['phone', 'desktop', 'tv', 'tablet', 'console', 'phone'], 1 + software), arrayElement(['Apple', 'Samsung', 'LG', 'Google', 'Sony', 'Xiaomi'], 1 + software), concat('Model ', toString(e % 200)),
      arrayElement(['iOS', 'Windows', 'Android', 'macOS', 'webOS', 'Tizen'], 1 + software), toString(10 + d % 8), arrayElement(['Safari', 'Chrome', 'Firefox', 'Edge', 'Chrome', 'Safari'], 1 + software), toString(100 + e % 30),
      concat('Mozilla/5.0 (Agent ', toString(e % 4000), ') AppleWebKit/537.36 (KHTML, like Gecko)'), '', arrayElement(['EU', 'NA', 'AS', 'SA', 'AF', 'OC'], 1 + place % 6), concat(char(65 + place % 26), char(65 + intDiv(place, 26))), concat('Region ', toString(place), '-', toString(c % 12)), concat('City ', toString(place), '-', toString(c % 40)),
      1000 + place * 7 + d % 15, concat('Network ', toString(place), '-', toString(d % 15)), concat(toString(10 + a % 200), '.', toString(b % 250), '.', toString(c % 250), '.0/24'), 'watchpage', concat('https://www.example.com/watch/', toString(title)), concat('property-', toString(a % 4)), if(a % 10 < 5, 'control', 'variant'), concat('genre ', toString(title % 15)), concat('deal ', toString(title % 40)),
      if(played, watched_ms + stalled_ms, 4000), if(played, watched_ms, 0), if(played, watched_ms, 0), if(played, watched_ms, NULL), if(played, watched_ms, NULL), if(played, least(1., watched_ms / 3000000), NULL),
      left_early, failed, failed AND a % 2 = 0, failed, a % 50 = 0, played, if(failed, 1 + a % 40, NULL), if(failed, toString(100 + a % 40), NULL), if(failed, concat('Error ', toString(100 + a % 40)), NULL), '[]',
      if(played, greatest(0.2, 0.95 - stalls * 0.1), if(failed, 0, 0.5)), if(played, 1, if(failed, 0, 0.5)), if(played, 8 / (8 + startup_ms / 1000), NULL), if(played, greatest(0.2, 1 - stalls * 0.15), NULL), if(played, 0.7 + u2 * 0.3, NULL),
      if(played, startup_ms, NULL), if(played, startup_ms, NULL), if(played, 80 + a % 700, NULL), if(played AND a % 3 = 0, 500 + b % 3000, NULL), if(played AND a % 3 = 0, startup_ms + 600 + b % 3000, NULL),
      if(played, stalls, NULL), if(played, stalled_ms, NULL), if(played, stalls / (watched_ms + stalled_ms), NULL), if(played, stalled_ms / (watched_ms + stalled_ms), NULL), if(played, c % 3, NULL), if(played, (c % 3) * (200 + d % 900), NULL), if(played AND c % 3 > 0, 200 + d % 900, NULL),
      if(played, greatest(0., u2 - 0.6), NULL), if(played, greatest(0., u3 - 0.4), NULL), if(played, greatest(0., u2 - 0.4), NULL), if(played, greatest(0., u3 - 0.2), NULL), if(played, 600000 + u4 * 5400000, NULL),
      if(played, d % 6, NULL), if(played, 10 + toUInt32(watched_ms / 6000), NULL), if(played, 20 + u2 * 300, NULL), if(played, 60 + u2 * 1500, NULL), if(played, 3000000 + u5 * 40000000, NULL),
      if(played, [(toUInt32(0), watched_ms)], []), concat('[{"attributes":{"video_source_height":720},"playing_time":', toString(watched_ms), '}]'),
      concat('[', arrayStringConcat(arrayMap(i -> concat('{"name":"', arrayElement(['playerready', 'viewstart', 'play', 'playing', 'renditionchange', 'rebufferstart', 'rebufferend', 'pause', 'viewend'], 1 + i % 9), '","viewer_time":', toString(toUnixTimestamp64Milli(ended) - i * 977), ',"event_time":', toString(toUnixTimestamp64Milli(ended) - i * 977 + 80), ',"playback_time":', toString(i * 977), ',"details":{}}'), range(8 + a % 8)), ','), ']')
    FROM numbers(${uint(from)}, ${uint(count)})
    SETTINGS max_insert_threads = 2, min_insert_block_size_bytes = 67108864, max_partitions_per_insert_block = 1000`
}
