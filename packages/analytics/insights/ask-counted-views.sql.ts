import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { isCountedBy } from '../source/parts.sql.ts'
import { settings, sourceOf } from '../source/source.sql.ts'

const Row = z.object({ views: z.number() })

/** How many views of the question have a value of the metric. */
export const askCountedViews = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
): Promise<number> => {
  const query = sql`SELECT count() AS views ${countedViews(tenant, definition, question)} ${settings}`
  const [row] = await cachedRows(tenant, Row, query, question)
  return row?.views ?? 0
}

/** `FROM … WHERE …` for the views that have a value of the metric. */
export const countedViews = (
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
): SqlFragment => sql`${sourceOf(tenant, question, metric.bucket).rows} AND ${isCountedBy(formula)}`
