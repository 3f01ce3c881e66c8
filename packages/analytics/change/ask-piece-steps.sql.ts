import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { measureRows } from '../pieces/piece-source.sql.ts'
import { tierMs } from '../pieces/piece.ts'
import { type PiecePlan, planQuestion } from '../pieces/plan-question.ts'
import { momentMeasures, storedMoments } from '../pieces/stored-moments.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { settings } from '../source/source.sql.ts'

const [hourSeconds, daySeconds] = [tierMs.hour / 1_000, tierMs.day / 1_000]

export const StepRow = z.object({
  step: z.number(),
  views: z.number(),
  x: z.number(),
  y: z.number(),
  xx: z.number(),
  xy: z.number(),
  yy: z.number(),
})

/** The rows of `askMomentsByStep` from sums of hours and days; undefined when they do not fit the question. ADR 0114 */
export const askPieceSteps = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  stepSeconds: number,
): Promise<readonly z.infer<typeof StepRow>[] | undefined> => {
  if (question.sampleOf !== undefined || storedMoments(definition.formula) === undefined)
    return undefined
  const first = question.timeframe.start.getTime() / 1_000
  const isOf = (seconds: number) => stepSeconds % seconds === 0 && first % seconds === 0
  if (!isOf(hourSeconds)) return undefined
  const step = isOf(daySeconds) ? 'day' : 'hour'
  const plan = await planQuestion(tenant, question, definition.metric.bucket, { step })
  if (plan === undefined) return undefined
  const query = pieceStepsQuery(tenant, definition, question, { plan, step, first, stepSeconds })
  return cachedRows(tenant, StepRow, query, question)
}

interface PieceSteps {
  plan: PiecePlan
  step: 'hour' | 'day'
  first: number
  stepSeconds: number
}

function pieceStepsQuery(
  tenant: Tenant,
  { formula }: Measured,
  question: Question,
  { plan, step, first, stepSeconds }: PieceSteps,
): SqlFragment {
  const [stored, measures] = [storedMoments(formula), momentMeasures([formula])]
  if (stored === undefined || measures === undefined)
    throw new Error('Pieces do not have the sums of the question.')
  const rows = measureRows(tenant, question, plan, { measures, step, isGrouped: false })
  const summed = Object.entries(stored).map(
    ([name, { measure, field }]) =>
      sql`sumIf(${sql.identifier(field)}, measure = ${measure}) AS ${sql.identifier(`of_${name}`)}`,
  )
  const names = Object.keys(stored).map(
    (name) => sql`${sql.identifier(`of_${name}`)} AS ${sql.identifier(name)}`,
  )
  return sql`SELECT number AS step, ${sql.join(names)}
    FROM (SELECT intDiv(step - ${uint(first)}, ${uint(stepSeconds)}) AS number, ${sql.join(summed)} FROM (${rows}) GROUP BY number)
    WHERE of_views > 0 ${settings}`
}
