import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { addsUp, firstAnswerRules, forAll, sampledQuestion } from '../first-answer.sql.ts'
import { measured } from '../question/definition.ts'
import type { Tenant } from '../question/tenant.ts'
import { askChange, type ExplainedChange } from './ask-change.ts'
import type { Asked } from './per-view.sql.ts'

/**
 * The change as one view in sixteen or fewer shows it, with counts and sums for all of them; its sureness is that of the sample.
 * Undefined where the sample has too few views of a range, and for unique viewers, who do not add up. ADR 0122
 */
export const askSampledChange = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  { question, baseline }: Asked,
): Promise<(ExplainedChange & { sampleOf: number }) | undefined> => {
  const { formula, metric: definition } = measured(metric, measurement)
  if (formula.kind === 'unique') return undefined
  const leastViews = firstAnswerRules.leastViews / 2
  const samples = await Promise.all(
    [question, { ...question, timeframe: baseline }].map((one) =>
      sampledQuestion(tenant, one, { bucket: definition.bucket, leastViews }),
    ),
  )
  // Of the range with fewer views, both have enough.
  const [sampled] = samples
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.sampleOf - other.sampleOf)
    .map(({ sampleOf }) => ({ ...question, sampleOf }))
  if (sampled === undefined || samples.includes(undefined)) return undefined
  const found = await askChange(tenant, metric, measurement, { question: sampled, baseline })
  if (Math.min(found.before.views, found.after.views) < leastViews) return undefined
  const valueOf = (value: number | null) =>
    value === null || !addsUp(formula) ? value : forAll(value, sampled)
  const rangeOf = ({ value, views }: { value: number | null; views: number }) => ({
    value: valueOf(value),
    views: forAll(views, sampled),
  })
  return {
    ...found,
    sampleOf: sampled.sampleOf,
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
      before: forAll(found.sharedError.before, sampled),
      after: forAll(found.sharedError.after, sampled),
    },
  }
}
