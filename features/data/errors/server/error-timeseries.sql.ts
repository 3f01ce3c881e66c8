import { cachedRows } from '@playhead/analytics/cache/query-cache.ts'
import { z } from 'zod'
import type { Question } from '@playhead/analytics/question/question.ts'
import { settings, sourceOf } from '@playhead/analytics/source/source.sql.ts'
import { stepOf, stepTimes } from '@playhead/analytics/question/step.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const Row = z.object({ step: z.number(), affected: z.number(), views: z.number() })

/** Returns every step; steps without the error count zero. */
export const errorTimeseries = async (
  environment: Environment,
  question: Question,
  errorId: number,
) => {
  const step = stepOf(question.timeframe) ?? 'day'
  const source = sourceOf(environment, question, 'view_end')
  const rows = await cachedRows(
    environment,
    Row,
    sql`
    SELECT ${source.stepOf(step)} AS step, countIf(error_type_id = ${uint(errorId)}) AS affected,
      count() AS views
    ${source.rows}
    GROUP BY step ${settings}`,
    question,
  )
  const bySecond = new Map(rows.map((row) => [row.step, row]))
  return stepTimes(question.timeframe, step).map((time) => {
    const row = bySecond.get(time / 1_000)
    return {
      date: new Date(time).toISOString(),
      count: row?.affected ?? 0,
      views: row?.views ?? 0,
    }
  })
}
