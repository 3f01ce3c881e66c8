import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { cachedRows } from '../cache/query-cache.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import { settings, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import { type Moments, noMoments } from './moments.ts'
import { askPieceSteps, StepRow } from './ask-piece-steps.sql.ts'
import { perView } from './per-view.sql.ts'

interface Steps {
  /** For percentiles: a value between the one before and the one after. */
  between: number
  stepSeconds: number
}

/**
 * Sums of a metric in steps of so many seconds, from the start of the question's timeframe; steps without views are
 * empty.
 */
export const askMomentsByStep = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  { between, stepSeconds }: Steps,
): Promise<Moments[]> => {
  const { start, end } = question.timeframe
  const first = Math.floor(start.getTime() / 1_000)
  const found =
    (await askPieceSteps(tenant, definition, question, stepSeconds)) ??
    (await cachedRows(
      tenant,
      StepRow,
      stepsQuery(tenant, definition, question, { between, stepSeconds }),
      question,
    ))
  const count = Math.ceil((end.getTime() / 1_000 - first) / stepSeconds)
  const steps = Array.from({ length: count }, () => noMoments)
  for (const { step, ...moments } of found) if (step < count) steps[step] = moments
  return steps
}

function stepsQuery(
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  { between, stepSeconds }: Steps,
): SqlFragment {
  const { x, y, isValid } = perView(formula, between)
  const first = Math.floor(question.timeframe.start.getTime() / 1_000)
  const column = sql.identifier(metric.bucket)
  return sql`SELECT intDiv(toUnixTimestamp(${column}) - ${uint(first)}, ${uint(stepSeconds)}) AS step, count() AS views,
      sum(own_x) AS x, sum(own_y) AS y, sum(own_x * own_x) AS xx, sum(own_x * own_y) AS xy, sum(own_y * own_y) AS yy
    FROM (SELECT ${column}, ${x} AS own_x, ${y} AS own_y ${sourceOf(tenant, question, metric.bucket).rows} AND ${isValid})
    GROUP BY step ${settings}`
}
