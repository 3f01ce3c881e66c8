import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askOverall } from '../ask-overall.sql.ts'
import { addsUp, firstAnswerRules, forAll, sampledQuestion } from '../first-answer.ts'
import { measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { askCountedViews } from './ask-counted-views.sql.ts'
import { askInsights, type Insight, type InsightsOptions } from './ask-insights.ts'

export interface SampledInsights {
  /** Of all views of the question. */
  value: number | null
  total_views: number
  insights: Insight[]
}

/**
 * Insights from one view in sixteen, with counts and sums for all of them. Undefined where the sample has too few views
 * of the question. ADR 0122
 */
export const askSampledInsights = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  options: InsightsOptions = {},
): Promise<SampledInsights | undefined> => {
  const sampled = sampledQuestion(question)
  if (sampled === undefined) return undefined
  const definition = measured(metric, measurement)
  const [views, whole, found] = await Promise.all([
    askCountedViews(tenant, definition, sampled),
    askOverall(tenant, metric, measurement, sampled),
    askInsights(tenant, metric, measurement, sampled, options),
  ])
  if (views < firstAnswerRules.leastViews) return undefined
  const valueOf = (value: number) => (addsUp(definition.formula) ? forAll(value) : value)
  return {
    value: whole.value === null ? null : valueOf(whole.value),
    total_views: forAll(whole.total_views),
    insights: found.map((one) => ({
      ...one,
      value: valueOf(one.value),
      // Of sums, means are compared.
      negative_impact:
        definition.formula.kind === 'sum' ? one.negative_impact : valueOf(one.negative_impact),
      views: forAll(one.views),
      total_views: forAll(one.total_views),
      total_watch_time: forAll(one.total_watch_time),
      total_playing_time: forAll(one.total_playing_time),
    })),
  }
}
