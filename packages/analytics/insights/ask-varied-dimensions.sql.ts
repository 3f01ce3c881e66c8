import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { fieldOf } from '../source/condition.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { settingsOfDimensions, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

const Row = z.object({ varied: z.array(z.number()) })

/** The first views to read: for most dimensions they already show a difference. */
const glance = 50_000

/** The dimensions whose values differ between the views; a missing value counts as different. */
export const askVariedDimensions = async (
  tenant: Tenant,
  metric: Metric,
  question: Question,
  ids: readonly DimensionId[],
): Promise<DimensionId[]> => {
  const { rows } = sourceOf(tenant, question, metric.bucket)
  const [...fields] = new Set(ids.map((id) => dimensions[id].column))
  const some = sql`FROM (SELECT ${sql.join(fields.map((name) => sql.identifier(name)))} ${rows} LIMIT ${uint(glance)})`
  const seen = await variedOf(tenant, question, ids, some)
  // What fifty thousand sampled views share is nearly all of what there is.
  const left = question.sampleOf === undefined ? ids.filter((id) => !seen.has(id)) : []
  const others = left.length > 0 ? await variedOf(tenant, question, left, rows) : new Set()
  return ids.filter((id) => seen.has(id) || others.has(id))
}

async function variedOf(
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
  rows: SqlFragment,
): Promise<Set<DimensionId>> {
  const isVaried = ids.map((id) => {
    const field = fieldOf(id)
    return sql`uniqUpTo(1)(${field}) + toUInt8(countIf(isNull(${field})) > 0) > 1`
  })
  const query = sql`SELECT [${sql.join(isVaried)}] AS varied ${rows} ${settingsOfDimensions}`
  const [row] = await cachedRows(tenant, Row, query, question)
  return new Set(ids.filter((_, index) => row?.varied[index] === 1))
}
