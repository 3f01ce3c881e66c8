import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { addsUp, firstAnswerRules, forAll, sampledQuestion } from '../first-answer.ts'
import { measured } from '../question/definition.ts'
import type { Tenant } from '../question/tenant.ts'
import { askChange, type ExplainedChange } from './ask-change.ts'
import type { Asked } from './per-view.sql.ts'

/**
 * The change as one view in sixteen shows it, with counts and sums for all of them; its sureness is that of the sample.
 * Undefined where the sample has too few views of a range, and for unique viewers, who do not add up. ADR 0122
 */
export const askSampledChange = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  { question, baseline }: Asked,
): Promise<ExplainedChange | undefined> => {
  const sampled = sampledQuestion(question)
  const { formula } = measured(metric, measurement)
  if (sampled === undefined || formula.kind === 'unique') return undefined
  const found = await askChange(tenant, metric, measurement, { question: sampled, baseline })
  if (Math.min(found.before.views, found.after.views) < firstAnswerRules.leastViews / 2)
    return undefined
  const valueOf = (value: number | null) =>
    value === null || !addsUp(formula) ? value : forAll(value)
  const rangeOf = ({ value, views }: { value: number | null; views: number }) => ({
    value: valueOf(value),
    views: forAll(views),
  })
  return {
    ...found,
    before: rangeOf(found.before),
    after: rangeOf(found.after),
    rows: found.rows.map((row) => ({
      ...row,
      before: rangeOf(row.before),
      after: rangeOf(row.after),
      without: valueOf(row.without),
      rateEffect: valueOf(row.rateEffect)!,
      mixEffect: valueOf(row.mixEffect)!,
    })),
    sharedError: found.sharedError && {
      ...found.sharedError,
      before: forAll(found.sharedError.before),
      after: forAll(found.sharedError.after),
    },
  }
}
