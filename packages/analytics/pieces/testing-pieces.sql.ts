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

const SummedRow = z.object({
  dimension: z.string(),
  value: z.string(),
  measure: z.string(),
  // The last digits of sums of fractions depend on the order.
  numbers: z.array(z.number().transform((sum) => Number(sum.toPrecision(9)))),
})

/** What the newest version of a day says, in order: sums, and counts of buckets. */
export const listDay = async ({ id, clickhouse }: Tenant) => {
  const newest = (table: string) =>
    sql`FROM ${sql.identifier(table)} WHERE environment_id = toUUID(${id}) AND tier = 'day'
      AND version = (SELECT max(version) FROM view_piece_versions WHERE environment_id = toUUID(${id}) AND tier = 'day')
      GROUP BY dimension, value, measure ORDER BY dimension, value, measure`
  const pieces = await clickhouse.rows(
    SummedRow,
    sql`SELECT dimension, value, measure, [toFloat64(sum(views)), toFloat64(sum(n)), sum(x), sum(y), sum(xx), sum(xy), sum(yy)] AS numbers ${newest('view_pieces')}`,
  )
  const histograms = await clickhouse.rows(
    SummedRow,
    sql`SELECT dimension, value, measure, arrayConcat(CAST(merged.1, 'Array(Float64)'), CAST(merged.2, 'Array(Float64)')) AS numbers
      FROM (SELECT dimension, value, measure, sumMap(buckets, CAST(counts, 'Array(UInt64)')) AS merged ${newest('view_histograms')})`,
  )
  return { pieces, histograms }
}
