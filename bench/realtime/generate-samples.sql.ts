import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'

interface GeneratedSamples {
  environmentId: string
  viewers: number
  /** Epoch seconds of the first step. */
  first: number
  steps: number
}

/** Inserts the samples of a made-up audience: everybody watches all steps, popular values more often than others. */
export const generateSamples = (
  clickhouse: ClickHouse,
  { environmentId, viewers, first, steps }: GeneratedSamples,
  table: 'samples' | 'early_samples' = 'samples',
) =>
  clickhouse.command(
    sql`INSERT INTO ${sql.identifier(table)} (environment_id, sampled_at, view_id, viewer_id, is_watching, is_starting_up,
      started, failed, startup_failed, exited_before_start, watch_ms, rebuffer_ms, bitrate, video_startup_time,
      asn, asn_name, cdn, country, region, operating_system, browser, player_name, stream_type, sub_property_id,
      video_id, video_series, video_title, view_has_ad)
    SELECT toUUID(${environmentId}), toDateTime(${uint(first)} + 5 * intDiv(number, ${uint(viewers)}), 'UTC') AS sampled_at,
      concat('view ', toString(viewer)), concat('viewer ', toString(viewer)), hash % 50 != 0, hash % 60 = 0,
      hash % 70 = 0, hash % 400 = 0, hash % 900 = 0, hash % 500 = 0, 5000, if(hash % 20 = 0, hash % 3000, 0),
      500000 + hash % 6000000, if(hash % 70 = 0, hash % 9000, NULL),
      toUInt32(pow(random, 3) * 800) AS network, concat('Network ', toString(network)),
      ['fastly', 'akamai', 'cloudfront', NULL][1 + hash % 4],
      concat(char(65 + toUInt32(pow(random, 2) * 12)), char(65 + toUInt32(random * 10))),
      concat('region ', toString(toUInt32(pow(random, 2) * 300))),
      ['Windows', 'iOS', 'Android', 'OS X', 'tvOS'][1 + hash % 5], ['Chrome', 'Safari', 'Firefox', 'Edge'][1 + hash % 4],
      concat('player ', toString(hash % 9)), if(hash % 3 = 0, 'live', 'on-demand'), concat('property ', toString(hash % 5)),
      concat('video ', toString(toUInt32(pow(random, 4) * 5000)) AS title), concat('series ', toString(hash % 80)),
      concat('The title of ', title), hash % 4 = 0
    FROM (
      SELECT number, number % ${uint(viewers)} AS viewer, cityHash64(viewer) AS hash, (intHash32(viewer) % 100000) / 100000 AS random
      FROM numbers(${uint(viewers * steps)}))`,
    { maximumSeconds: 600 },
  )
