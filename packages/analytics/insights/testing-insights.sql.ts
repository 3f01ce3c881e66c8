import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Tenant } from '../question/tenant.ts'

const columns = [
  'environment_id',
  'view_start',
  'view_end',
  'version',
  'retention_days',
  'inserted_at',
  'updated_at',
  'watch_time',
  'playing_time',
  'country',
  'region',
  'asn',
  'browser',
  'cdn',
  'video_title',
  'video_cdn_trace',
  'viewer_id',
  'playback_failure',
].map((name) => ({ name, column: sql.identifier(name) }))
const same = sql.join(columns.map(({ column }) => column))
const rewritten = sql.join(
  columns.map(({ name, column }) => (name === 'version' ? sql`version + 1` : column)),
)

/** Rows with all columns are held in memory, so no more at once. */
const timesAtOnce = 50

/** Copies every view of the tenant many times, with new ids, each copy some milliseconds slower. */
export const insertCopies = async ({ id, clickhouse }: Tenant, times: number): Promise<void> => {
  for (let from = 0; from < times; from += timesAtOnce)
    await clickhouse.command(sql`INSERT INTO views (view_id, video_startup_time, ${same})
      SELECT lower(hex(sipHash128(view_id, number))), video_startup_time + number % 97, ${same}
      FROM views AS original, numbers(${uint(from)}, ${uint(timesAtOnce)}) AS repeated
      WHERE environment_id = toUUID(${id}) AND length(view_id) = 36`)
}

/** Writes every view of a country again: as the same view once more, or as one that is deleted. */
export const insertAgain = async (
  { id, clickhouse }: Tenant,
  { country, isDeleted }: { country: string; isDeleted: boolean },
): Promise<void> => {
  await clickhouse.command(sql`INSERT INTO views (view_id, video_startup_time, is_deleted, ${same})
    SELECT view_id, video_startup_time, ${isDeleted ? uint(1) : uint(0)}, ${rewritten}
    FROM views FINAL WHERE environment_id = toUUID(${id}) AND country = ${country}`)
}
