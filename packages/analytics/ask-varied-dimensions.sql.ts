import { sql } from '@playhead/clickhouse/sql.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { z } from 'zod'
import { answer } from './answer.ts'
import { fieldOf } from './condition.sql.ts'
import type { Question } from './question-shape.ts'
import { settings, sourceOf } from './source.sql.ts'
import type { Tenant } from './tenant.ts'

const Row = z.object({ varied: z.array(z.number()) })

/** Those of the dimensions by which the views differ at all; having no value is a difference too. */
export async function askVariedDimensions(
  tenant: Tenant,
  metric: Metric,
  question: Question,
  ids: readonly DimensionId[],
): Promise<DimensionId[]> {
  const source = sourceOf(tenant, question, metric.bucket)
  const isVaried = ids.map((id) => {
    const field = fieldOf(id)
    return sql`uniqUpTo(1)(${field}) + toUInt8(countIf(isNull(${field})) > 0) > 1`
  })
  const query = sql`SELECT [${sql.join(isVaried)}] AS varied ${source.rows} ${settings}`
  const [row] = await answer(tenant, Row, query, question)
  return ids.filter((_, index) => row?.varied[index] === 1)
}
