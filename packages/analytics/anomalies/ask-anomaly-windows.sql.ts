import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'
import { viewsSource } from '../source/condition.sql.ts'
import { settings } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import {
  endsIn,
  isOf,
  perViewColumns,
  type SecondsRange,
  summedColumns,
  sumShape,
  textOf,
  windowOf,
} from './anomaly-columns.sql.ts'
import {
  anomalyDimensions,
  type AnomalySums,
  anomalyWindowSeconds,
  type Cohort,
} from './anomaly-sums.ts'

const Row = z.object({
  at: z.number(),
  place: z.number(),
  value: z.string().nullable(),
  ...sumShape,
})

export interface CohortWindow {
  /** Epoch seconds. */
  at: number
  cohort: Cohort
  sums: AnomalySums
}

interface Options {
  signal?: AbortSignal | undefined
}

const askSeconds = 20

/** Unknown values make no cohort. */
const cohortOf = ({ place, value }: z.infer<typeof Row>): Cohort | undefined => {
  if (place === 1) return null
  const dimension = anomalyDimensions[place - 2]
  return dimension === undefined || value === null ? undefined : { dimension, value }
}

/**
 * The finished views by the window of five minutes in which they ended, of all views and of the values with the most
 * views of each dimension. Reads the views of these ranges once, by the key of the table.
 */
export const askAnomalyWindows = async (
  tenant: Tenant,
  ranges: readonly SecondsRange[],
  valuesMax: number,
  { signal }: Options = {},
): Promise<CohortWindow[]> => {
  const fields = [sql`CAST(NULL, 'Nullable(String)')`, ...anomalyDimensions.map(textOf)]
  const rows = await tenant.clickhouse.rows(
    Row,
    sql`
    SELECT * EXCEPT (total)
    FROM (
      SELECT *, sum(views) OVER (PARTITION BY place, value) AS total
      FROM (
        SELECT at, cohort.1 AS place, cohort.2 AS value, ${summedColumns}
        FROM (
          SELECT ${windowOf(anomalyWindowSeconds)} AS at, ${perViewColumns},
            arrayZip(arrayEnumerate([${sql.join(fields)}] AS fields), fields) AS cohorts
          FROM ${viewsSource} WHERE ${endsIn(tenant, ranges)}) AS v
        ARRAY JOIN cohorts AS cohort
        WHERE cohort.1 = 1 OR isNotNull(cohort.2)
        GROUP BY at, place, value))
    QUALIFY dense_rank() OVER (PARTITION BY place ORDER BY total DESC, value) <= ${uint(valuesMax)}
    ${settings}`,
    { maximumSeconds: askSeconds, ...(signal && { signal }) },
  )
  return rows.flatMap((row) => {
    const cohort = cohortOf(row)
    if (cohort === undefined) return []
    const { at, place: _place, value: _value, ...sums } = row
    return [{ at, cohort, sums }]
  })
}

const CellRow = z.object({ mask: z.number(), ...sumShape })

export interface AnomalyCell {
  /** Bit k stands for candidate k. */
  mask: number
  sums: AnomalySums
}

/** The views of a range by the candidates that they belong to; sums of these cells give every overlap. */
export const askAnomalyCells = async (
  tenant: Tenant,
  range: SecondsRange,
  candidates: readonly Cohort[],
  { signal }: Options = {},
): Promise<AnomalyCell[]> => {
  const bits = candidates.map(
    (candidate, place) => sql`bitShiftLeft(toUInt32(${isOf(candidate)}), ${uint(place)})`,
  )
  const mask = sql`toUInt32(arraySum([toUInt32(0), ${sql.join(bits)}]))`
  const rows = await tenant.clickhouse.rows(
    CellRow,
    sql`
    SELECT mask, ${summedColumns}
    FROM (SELECT ${mask} AS mask, ${perViewColumns} FROM ${viewsSource} WHERE ${endsIn(tenant, [range])}) AS v
    GROUP BY mask ${settings}`,
    { maximumSeconds: askSeconds, ...(signal && { signal }) },
  )
  return rows.map(({ mask: of, ...sums }) => ({ mask: of, sums }))
}

const SeriesRow = z.object({
  at: z.number(),
  ...sumShape,
  error_failed: z.number(),
  error_startup_failed: z.number(),
})

/** The windows of one cohort, for charts. Failures of an error are among all views. */
export const askAnomalySeries = async (
  tenant: Tenant,
  range: SecondsRange,
  cohort: Cohort,
  { signal }: Options = {},
): Promise<{ at: number; sums: AnomalySums }[]> => {
  const isError = cohort?.dimension === 'error_type_id'
  const rows = await tenant.clickhouse.rows(
    SeriesRow,
    sql`
    SELECT at, ${summedColumns}, sumIf(v.failed, is_of) AS error_failed,
      sumIf(v.startup_failed, is_of) AS error_startup_failed
    FROM (
      SELECT ${windowOf(anomalyWindowSeconds)} AS at, ${isOf(cohort)} AS is_of, ${perViewColumns}
      FROM ${viewsSource} WHERE ${endsIn(tenant, [range])}) AS v
    WHERE ${isError ? sql`true` : sql`is_of`}
    GROUP BY at ORDER BY at ${settings}`,
    { maximumSeconds: askSeconds, ...(signal && { signal }) },
  )
  return rows.map(({ at, error_failed: failed, error_startup_failed: early, ...sums }) => ({
    at,
    sums: isError ? { ...sums, failed, startup_failed: early } : sums,
  }))
}

const FirstRow = z.object({ first: z.string() })

/** The end of the oldest view that is kept; undefined without views. Reads the first rows of the key. */
export const askFirstViewEnd = async (tenant: Tenant): Promise<Date | undefined> => {
  const [row] = await cachedRowsFrom(
    'raw',
    tenant,
    FirstRow,
    sql`
    SELECT toString(view_end) AS first FROM views WHERE ${endsIn(tenant, [{ from: 0, until: 4e9 }])}
    ORDER BY environment_id, view_end LIMIT 1`,
    undefined,
  )
  return row && new Date(`${row.first.replace(' ', 'T')}Z`)
}
