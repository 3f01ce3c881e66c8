import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import type { Question } from './question/question-shape.ts'
import type { Tenant } from './question/tenant.ts'
import { fieldOf } from './source/condition.sql.ts'
import { settings, sourceOf } from './source/source.sql.ts'

const Row = z.object({ used: z.array(z.number()) })

/** The first views to read: most dimensions with values have one among them. */
const glance = 20_000

/** The dimensions that have a value in any of the views, in the given order. The rollup is not read: all of its have. */
export const askUsedDimensions = async (
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
): Promise<DimensionId[]> => {
  if (question.timeframe.isHistorical) return [...ids]
  const { rows } = sourceOf(tenant, question, 'view_end')
  const columns = new Set(ids.map((id) => dimensions[id].column))
  const some = sql`FROM (SELECT ${sql.join([...columns].map((name) => sql.identifier(name)))} ${rows} LIMIT ${uint(glance)})`
  const seen = await usedOf(tenant, question, ids, some)
  const left = ids.filter((id) => !seen.has(id))
  const others = left.length > 0 ? await usedOf(tenant, question, left, rows) : new Set()
  return ids.filter((id) => seen.has(id) || others.has(id))
}

async function usedOf(
  tenant: Tenant,
  question: Question,
  ids: readonly DimensionId[],
  rows: SqlFragment,
): Promise<Set<DimensionId>> {
  const isUsed = ids.map((id) => {
    const field = fieldOf(id)
    // An empty list is written as brackets.
    return sql`countIf(isNotNull(${field}) AND ${field} NOT IN ('', '[]')) > 0`
  })
  const query = sql`SELECT [${sql.join(isUsed)}] AS used ${rows} ${settings}`
  const [row] = await cachedRows(tenant, Row, query, question)
  return new Set(ids.filter((_, index) => row?.used[index] === 1))
}
