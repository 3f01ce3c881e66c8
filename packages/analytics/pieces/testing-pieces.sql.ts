import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import type { Tenant } from '../question/tenant.ts'

const SampledRow = z.object({
  view_id: z.string(),
  hash: z.number(),
  start: z.number(),
  end: z.number(),
  country: z.string().nullable(),
  video_startup_time: z.number().nullable(),
})

/** The views of a sample of one in sixteen, from its table or from all views. */
export const listSample = ({ id, clickhouse }: Tenant, table: 'views' | 'views_sample') =>
  clickhouse.rows(
    SampledRow,
    sql`SELECT view_id, toUInt32(bitShiftRight(sipHash64(view_id), 32)) AS hash, toUnixTimestamp64Milli(view_start) AS start,
        toUnixTimestamp64Milli(view_end) AS end, country, video_startup_time
      FROM ${sql.identifier(table)} FINAL
      WHERE environment_id = toUUID(${id}) AND sipHash64(view_id) % 16 = 0 ORDER BY view_id, end`,
  )

const ChangedRow = z.object({
  hour: z.number(),
  updated: z.number(),
  written: z.number(),
  first_loss: z.string(),
})

/** The hours whose views changed, in milliseconds since 1970. */
export const listChanges = ({ id, clickhouse }: Tenant) =>
  clickhouse.rows(
    ChangedRow,
    sql`SELECT toUnixTimestamp(hour) * 1000 AS hour, toUnixTimestamp64Milli(max(changed_at)) AS updated,
        toUnixTimestamp64Milli(max(written_at)) AS written, toString(min(first_loss)) AS first_loss
      FROM view_changes WHERE environment_id = toUUID(${id}) GROUP BY hour ORDER BY hour`,
  )

/** Rows of pieces, or only those of one version. */
export const countPieceRows = async (
  { id }: { id: string },
  table: 'view_pieces' | 'view_histograms' | 'view_piece_versions',
  clickhouse: Tenant['clickhouse'],
  version?: number,
): Promise<number> => {
  const ofVersion = version === undefined ? sql`true` : sql`version = ${uint(version)}`
  const [row] = await clickhouse.rows(
    z.object({ count: z.number() }),
    sql`SELECT count() AS count FROM ${sql.identifier(table)} WHERE environment_id = toUUID(${id}) AND ${ofVersion}`,
  )
  return row?.count ?? 0
}

const HistogramRow = z.object({
  dimension: z.string(),
  value: z.string(),
  buckets: z.array(z.number()),
  counts: z.array(z.number()),
})

/** The histograms of a measure, in order. */
export const listHistograms = ({ id, clickhouse }: Tenant, measure: string) =>
  clickhouse.rows(
    HistogramRow,
    sql`SELECT dimension, value, buckets, counts FROM view_histograms
      WHERE environment_id = toUUID(${id}) AND measure = ${measure} ORDER BY dimension, value`,
  )
