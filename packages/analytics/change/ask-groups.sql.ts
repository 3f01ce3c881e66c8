import { sql } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { fieldOf } from '../source/condition.sql.ts'
import type { Measured } from '../question/definition.ts'
import { settings } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Group } from './moments.ts'
import {
  type Asked,
  groupColumns,
  groupOf,
  groupSums,
  isAfter,
  onceEach,
  perView,
  viewsOfBoth,
} from './per-view.sql.ts'

const Row = z.object({ place: z.number(), field: z.string().nullable(), ...groupColumns })

export interface ValueGroup {
  dimension: DimensionId
  field: string | null
  group: Group
}

interface GroupsOptions {
  dimensions: readonly DimensionId[]
  /** For percentiles: a value between the one before and the one after. */
  between: number
  sampleOf: number
  /** Values with a smaller share of the views in both ranges are left out. */
  leastShare: number
}

/** The views of both ranges, grouped by the values of many dimensions in one pass. */
export const askGroups = async (
  tenant: Tenant,
  { formula, metric }: Measured,
  asked: Asked,
  { dimensions, between, sampleOf, leastShare }: GroupsOptions,
): Promise<ValueGroup[]> => {
  // When all views agree in everything, there is nothing to group them by.
  if (dimensions.length === 0) return []
  const { x, y, isValid } = perView(formula, between)
  const { bucket } = metric
  const fields = dimensions.map((id) => sql`CAST(${fieldOf(id)}, 'Nullable(String)')`)
  const rows = viewsOfBoth(tenant, asked, bucket, isValid, sampleOf)
  const isLarge = (views: 'after_views' | 'before_views') =>
    sql`${sql.identifier(views)} >= ${float(leastShare)} * sum(${sql.identifier(views)}) OVER (PARTITION BY place)`
  const query = sql`SELECT place, field, ${groupSums}
    FROM (SELECT is_after, x, y, all_fields.1 AS place, all_fields.2 AS field
      FROM (SELECT ${isAfter(asked, bucket)} AS is_after, ${x} AS x, ${y} AS y, arrayZip(arrayEnumerate([${sql.join(fields)}] AS fields), fields) AS zipped ${rows}${onceEach(formula, bucket)})
      ARRAY JOIN zipped AS all_fields)
    GROUP BY place, field
    QUALIFY ${isLarge('after_views')} OR ${isLarge('before_views')}
    ${settings}`
  const found = await cachedRows(tenant, Row, query, asked.question)
  return found.flatMap((row) => {
    const dimension = dimensions[row.place - 1]
    return dimension === undefined ? [] : [{ dimension, field: row.field, group: groupOf(row) }]
  })
}
