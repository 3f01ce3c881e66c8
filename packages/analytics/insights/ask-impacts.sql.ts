import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { BreakdownRow } from '../ask-breakdown.sql.ts'
import { fieldOf } from '../source/condition.sql.ts'
import type { Measured } from '../question/definition.ts'
import { negativeImpact } from './negative-impact.sql.ts'
import {
  aliasOf,
  distinct,
  partsOf,
  selected,
  totalOf,
  totalParts,
  validViewsOf,
  valueOf,
} from '../source/parts.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { settingsOfSets, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

export interface ImpactOptions {
  perDimension: number
  /** Only values with more than this share of the views. */
  leastShare: number
}

export interface Impact extends BreakdownRow {
  dimension: DimensionId
}

const Row = z.object({ ...BreakdownRow.shape, place: z.number() })

/**
 * The first rows of several breakdowns, ordered by impact, from one pass over the views; for all metrics except
 * percentiles.
 */
export const askImpacts = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  dimensions: readonly DimensionId[],
  options: ImpactOptions,
): Promise<Impact[]> => {
  const query = impactsQuery(tenant, definition, question, dimensions, options)
  const rows = await cachedRows(tenant, Row, query, question)
  return rows.map(({ place, ...row }) => ({ dimension: dimensions[place]!, ...row }))
}

function impactsQuery(
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  dimensions: readonly DimensionId[],
  { perDimension, leastShare }: ImpactOptions,
): SqlFragment {
  const source = sourceOf(tenant, question, metric.bucket)
  const parts = distinct([...partsOf(formula, source.kind), ...totalParts])
  const [allViews, watchTime, playingTime] = totalParts.map(aliasOf)
  const validViews = validViewsOf(formula, aliasOf)
  const totals = parts.map(
    (each) => sql`sum(${aliasOf(each)}) OVER (PARTITION BY place) AS ${totalOf(each)}`,
  )
  const keys = dimensions.map((id, index) => {
    const name = sql.identifier(`key_${index}`)
    return { id, index, name, isGrouped: sql`grouping(${name}) = 0` }
  })
  const fields = keys.map(({ id, name }) => sql`${fieldOf(id)} AS ${name}`)
  const sets = keys.map(({ name }) => sql`(${name})`)
  const places = keys.map(({ isGrouped, index }) => sql`${isGrouped}, ${uint(index)}`)
  const names = keys.map(({ name, index }) => {
    return sql`place = ${uint(index)}, CAST(${name} AS Nullable(String))`
  })
  return sql`SELECT place, field, assumeNotNull(found) AS value, ifNull(${negativeImpact(formula, metric)}, 0) AS negative_impact,
      ${allViews!} AS total_views, ${watchTime!} AS total_watch_time, ${playingTime!} AS total_playing_time, ${validViews} AS views
    FROM (SELECT *, multiIf(${sql.join(names)}, NULL) AS field, ${valueOf(formula, source.kind, aliasOf)} AS found, ${sql.join(totals)}
      FROM (SELECT ${sql.join(fields)}, multiIf(${sql.join(places)}, 0) AS place, ${selected(parts, source.kind)} ${source.rows}
        GROUP BY GROUPING SETS (${sql.join(sets)})))
    WHERE found IS NOT NULL AND ${validViews} > ${validViewsOf(formula, totalOf)} * ${float(leastShare)}
    ORDER BY place, negative_impact DESC NULLS LAST, views DESC, field ASC
    LIMIT ${uint(perDimension)} BY place ${settingsOfSets}`
}
