import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics, type MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import type { Direction } from './ask-timeseries.sql.ts'
import { fieldOf } from './source/condition.sql.ts'
import { aggregated, viewsPart } from './source/parts.sql.ts'
import { checkDimension } from './question/question.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import type { Tenant } from './question/tenant.ts'

interface DimensionValuesOptions {
  /** Part of the value, case-insensitive. */
  search?: string | undefined
  orderBy: 'value' | 'total_count'
  direction: Direction
  limit: number
  /** From 1. */
  page: number
  /** Counts views as this metric does: by their start or their end. */
  metricId?: MetricId | undefined
  /** For lists such as the CDN trace: counts their members instead of whole lists. */
  isByElement?: boolean
}

const Value = z.object({ value: z.string().nullable(), total_count: z.number() })
type DimensionValue = z.infer<typeof Value>
const ValueWithTotal = z.object({ ...Value.shape, total: z.number() })

export const askDimensionValues = async (
  tenant: Tenant,
  dimension: DimensionId,
  question: Question,
  options: DimensionValuesOptions,
): Promise<{ rows: DimensionValue[]; total: number }> => {
  checkDimension(dimension, question)
  const query = dimensionValuesQuery(tenant, dimension, question, options)
  const rows = await cachedRows(tenant, ValueWithTotal, query, question)
  if (rows.length === 0 && options.page > 1) {
    // A page past the end has no row with the total.
    const first = { ...options, page: 1, limit: 1 }
    return { rows: [], total: (await askDimensionValues(tenant, dimension, question, first)).total }
  }
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const directions = { asc: sql`ASC`, desc: sql`DESC` }

export const dimensionValuesQuery = (
  tenant: Tenant,
  id: DimensionId,
  question: Question,
  { search = '', orderBy, direction, limit, page, metricId, isByElement }: DimensionValuesOptions,
): SqlFragment => {
  const definition: Metric | undefined = metricId && metrics[metricId]
  const source = sourceOf(tenant, question, definition?.bucket ?? 'view_end')
  const dimension: Dimension = dimensions[id]
  const field =
    isByElement === true && dimension.valueKind === 'list'
      ? sql`arrayJoin(arrayDistinct(${sql.identifier(dimension.column)}))`
      : fieldOf(id)
  const having =
    search === ''
      ? sql.empty
      : sql` HAVING positionCaseInsensitiveUTF8(ifNull(value, ''), ${search}) > 0`
  return sql`SELECT value, total_count, count() OVER () AS total
    FROM (SELECT ${field} AS value, ${aggregated(viewsPart, source.kind)} AS total_count ${source.rows} GROUP BY value${having})
    ORDER BY ${sql.identifier(orderBy)} ${directions[direction]} NULLS LAST, value ASC
    LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)} ${settings}`
}
