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
  type Part,
  partsOf,
  selected,
  type SourceKind,
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

export const ImpactRow = z.object({ ...BreakdownRow.shape, place: z.number() })

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
  const rows = await cachedRows(tenant, ImpactRow, query, question)
  return rows.map(({ place, ...row }) => ({ dimension: dimensions[place]!, ...row }))
}

function impactsQuery(
  tenant: Tenant,
  definition: Measured,
  question: Question,
  dimensions: readonly DimensionId[],
  options: ImpactOptions,
): SqlFragment {
  const source = sourceOf(tenant, question, definition.metric.bucket)
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
  const parts = impactParts(definition, source.kind)
  const groups = sql`SELECT ${sql.join(fields)}, multiIf(${sql.join(places)}, 0) AS place, ${selected(parts, source.kind)} ${source.rows}
        GROUP BY GROUPING SETS (${sql.join(sets)})`
  return rankedImpacts(definition, source.kind, options, {
    groups,
    field: sql`multiIf(${sql.join(names)}, NULL)`,
  })
}

/** What the groups of `rankedImpacts` have. */
export const impactParts = ({ formula }: Measured, kind: SourceKind): Part[] =>
  distinct([...partsOf(formula, kind), ...totalParts])

interface ImpactGroups {
  /** A row with its place and its parts for each value of several dimensions. */
  groups: SqlFragment
  /** The value of a row in the form of filters. */
  field: SqlFragment
}

/** The first rows of each dimension, ordered by impact. */
export const rankedImpacts = (
  definition: Measured,
  kind: SourceKind,
  { perDimension, leastShare }: ImpactOptions,
  { groups, field }: ImpactGroups,
): SqlFragment => {
  const { formula, metric } = definition
  const [allViews, watchTime, playingTime] = totalParts.map(aliasOf)
  const validViews = validViewsOf(formula, aliasOf)
  const totals = impactParts(definition, kind).map(
    (each) => sql`sum(${aliasOf(each)}) OVER (PARTITION BY place) AS ${totalOf(each)}`,
  )
  return sql`SELECT place, field, assumeNotNull(found) AS value, ifNull(${negativeImpact(formula, metric)}, 0) AS negative_impact,
      ${allViews!} AS total_views, ${watchTime!} AS total_watch_time, ${playingTime!} AS total_playing_time, ${validViews} AS views
    FROM (SELECT *, ${field} AS field, ${valueOf(formula, kind, aliasOf)} AS found, ${sql.join(totals)}
      FROM (${groups}))
    WHERE found IS NOT NULL AND ${validViews} > ${validViewsOf(formula, totalOf)} * ${float(leastShare)}
    ORDER BY place, negative_impact DESC NULLS LAST, views DESC, field ASC
    LIMIT ${uint(perDimension)} BY place ${settingsOfSets}`
}
