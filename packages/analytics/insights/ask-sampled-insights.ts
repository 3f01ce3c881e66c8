import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askOverall } from '../ask-overall.sql.ts'
import { addsUp, firstAnswerRules, forAll, sampledQuestion } from '../first-answer.sql.ts'
import { measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { askCountedViews } from './ask-counted-views.sql.ts'
import { askInsights, type Insight, type InsightsOptions } from './ask-insights.ts'

export interface SampledInsights {
  /** It is from one view in so many. */
  sample_of: number
  /** Of all views of the question. */
  value: number | null
  total_views: number
  insights: Insight[]
}

/**
 * Insights from one view in sixteen or fewer, with counts and sums for all of them. Undefined where the sample has too few views
 * of the question. ADR 0122
 */
export const askSampledInsights = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  options: InsightsOptions = {},
): Promise<SampledInsights | undefined> => {
  const definition = measured(metric, measurement)
  const { leastViews } = firstAnswerRules
  const { bucket } = definition.metric
  const sampled = await sampledQuestion(tenant, question, { bucket, leastViews })
  if (sampled === undefined) return undefined
  const [views, whole, { insights: found }] = await Promise.all([
    askCountedViews(tenant, definition, sampled),
    askOverall(tenant, metric, measurement, sampled),
    askInsights(tenant, metric, measurement, sampled, options),
  ])
  if (views < leastViews) return undefined
  const valueOf = (value: number) => (addsUp(definition.formula) ? forAll(value, sampled) : value)
  return {
    sample_of: sampled.sampleOf,
    value: whole.value === null ? null : valueOf(whole.value),
    total_views: forAll(whole.total_views, sampled),
    insights: found.map((one) => ({
      ...one,
      value: valueOf(one.value),
      // Of sums, means are compared.
      negative_impact:
        definition.formula.kind === 'sum' ? one.negative_impact : valueOf(one.negative_impact),
      views: forAll(one.views, sampled),
      total_views: forAll(one.total_views, sampled),
      total_watch_time: forAll(one.total_watch_time, sampled),
      total_playing_time: forAll(one.total_playing_time, sampled),
    })),
  }
}
