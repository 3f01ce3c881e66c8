import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import type { Direction } from './ask-timeseries.sql.ts'
import { fieldOf } from './source/condition.sql.ts'
import { plannedParts } from './pieces/planned-parts.ts'
import type { PlannedParts } from './pieces/piece-source.sql.ts'
import { approximationOf } from './source/approximation.ts'
import type { Measured } from './question/definition.ts'
import {
  comparedGroups,
  comparedQuantiles,
  isComparedQuantile,
  negativeImpact,
} from './insights/negative-impact.sql.ts'
import {
  aliasOf,
  distinct,
  partsOf,
  selected,
  totalOf,
  totalParts,
  validViewsOf,
  valueOf,
} from './source/parts.sql.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import type { Tenant } from './question/tenant.ts'

const breakdownOrders = ['negative_impact', 'value', 'views', 'field'] as const
type BreakdownOrder = (typeof breakdownOrders)[number]

export interface ValueSearch {
  text: string
  named: readonly string[]
}

export interface BreakdownOptions {
  dimension: DimensionId
  orderBy: BreakdownOrder
  direction: Direction
  limit: number
  /** From 1. */
  page: number
  /** Only values with more than this share of the views. */
  leastShare?: number
  /** Only values that contain the text, in any case, or whose names do. METR-101 */
  search?: ValueSearch | undefined
}

export const BreakdownRow = z.object({
  /** In the form of filters; null for views without a value. */
  field: z.string().nullable(),
  value: z.number(),
  negative_impact: z.number(),
  /** All views, also those without a value; watch time and playing time cover these. */
  total_views: z.number(),
  total_watch_time: z.number(),
  total_playing_time: z.number(),
  /** Number of views behind the value. */
  views: z.number(),
})
export type BreakdownRow = z.infer<typeof BreakdownRow>
const RowWithTotal = z.object({ ...BreakdownRow.shape, total: z.number() })

export interface Breakdown {
  rows: BreakdownRow[]
  /** Over all pages. */
  total: number
  /** The largest relative error of the values; undefined when they are exact. */
  approximate: number | undefined
}

/** How pieces answer a breakdown; undefined when its views are to be read. */
export const planBreakdown = (
  tenant: Tenant,
  { formula, metric: { bucket } }: Measured,
  question: Question,
  { dimension }: Pick<BreakdownOptions, 'dimension'>,
): Promise<PlannedParts | undefined> => {
  const parts = distinct([...partsOf(formula, 'pieces'), ...totalParts])
  return plannedParts(tenant, question, { bucket, parts, dimension })
}

/** From a single query, so impacts of percentiles are approximate. */
export const askBreakdownRows = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  options: BreakdownOptions,
  planned: PlannedParts | undefined,
): Promise<Breakdown> => {
  const approximate = approximationOf(definition.formula, question, planned)
  const query = breakdownQuery(tenant, definition, question, options, planned)
  const rows = await cachedRows(tenant, RowWithTotal, query, question)
  if (rows.length === 0 && options.page > 1) {
    // A page past the end has no row with the total.
    const first = { ...options, page: 1, limit: 1 }
    const { total } = await askBreakdownRows(tenant, definition, question, first, planned)
    return { rows: [], total, approximate }
  }
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
    approximate,
  }
}

const directions = { asc: sql`ASC`, desc: sql`DESC` }

export const breakdownQuery = (
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  { dimension, orderBy, direction, limit, page, leastShare, search }: BreakdownOptions,
  planned?: PlannedParts,
): SqlFragment => {
  const source = sourceOf(tenant, question, metric.bucket, planned)
  const parts = distinct([...partsOf(formula, source.kind), ...totalParts])
  const [allViews, watchTime, playingTime] = totalParts.map(aliasOf)
  const validViews = validViewsOf(formula, aliasOf)
  const summed = parts.filter(({ kind }) => !['histogram', 'quantile', 'unique'].includes(kind))
  const totals = summed.map((each) => sql`sum(${aliasOf(each)}) OVER () AS ${totalOf(each)}`)
  const share =
    leastShare === undefined
      ? sql.empty
      : sql` AND ${validViews} > ${validViewsOf(formula, totalOf)} * ${float(leastShare)}`
  // For raw views, exact impacts are computed later, so the approximation is needed only to sort by it.
  const isTold =
    source.kind !== 'raw' || orderBy === 'negative_impact' || !isComparedQuantile(formula, metric)
  const compared = isTold ? comparedGroups(formula, metric, source, fieldOf(dimension)) : sql.empty
  const impactValue = isTold
    ? negativeImpact(formula, metric, comparedQuantiles(formula, metric, source))
    : sql`0.`
  return sql`${compared}SELECT field, assumeNotNull(found) AS value, ifNull(${impactValue}, 0) AS negative_impact,
      ${allViews!} AS total_views, ${watchTime!} AS total_watch_time, ${playingTime!} AS total_playing_time, ${validViews} AS views, count() OVER () AS total
    FROM (SELECT *, ${valueOf(formula, source.kind, aliasOf)} AS found, ${sql.join(totals, ', ')}
      FROM (SELECT ${fieldOf(dimension)} AS field, ${selected(parts, source.kind)} ${source.rows} GROUP BY field))
    WHERE found IS NOT NULL${share}${search === undefined ? sql.empty : sql` AND ${holdsText(search)}`}
    ORDER BY ${sql.identifier(orderBy)} ${directions[direction]} NULLS LAST, views DESC, field ASC
    LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)} ${settings}`
}

/** The search applies after the totals, so it changes no value and no impact. */
function holdsText({ text, named }: ValueSearch): SqlFragment {
  return sql`(positionCaseInsensitiveUTF8(ifNull(field, ''), ${text}) > 0 OR ifNull(field IN ${named}, false))`
}
