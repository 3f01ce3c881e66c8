import { explain, type Explained } from '@playhead/analytics/explain.sql.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { type metricEndpoints, metricLimits } from '../contract.ts'
import { breakdownDimensionOf } from './breakdown-dimension-of.ts'
import { stepFor } from './step-for.ts'

type Read = Handlers<typeof metricEndpoints>
type Query = Parameters<Read['explain']>[0]['query']

/** Explains exactly the query that the call of this kind runs. */
const explained = ({ kind, group_by }: Query, question: Question): Explained => {
  if (kind === 'overall') return { kind }
  if (kind === 'timeseries') return { kind, step: stepFor(question, group_by, 'group_by') }
  return {
    kind,
    dimension: breakdownDimensionOf(group_by ?? metricLimits.breakdownDimension, 'group_by'),
    orderBy: 'negative_impact',
    direction: 'desc',
    limit: metricLimits.breakdownPageSize,
    page: 1,
  }
}

export const explainMetric: Read['explain'] = async (context) => {
  const { environment, query } = context
  const id = metricOf(context.params.metric)
  const metric: Metric = metrics[id]
  const question = questionOf(context)
  const explainedQuestion = explained(query, question)
  const { included_views, excluded, formula, sql, parameters } = await asking(() =>
    explain(explainedQuestion, environment, id, query.measurement, question),
  )
  return {
    data: {
      metric: id,
      measurement: measurementOf(id, query.measurement),
      definition: metric.explanation,
      formula,
      sql,
      parameters,
      included_views,
      excluded,
    },
    timeframe: timeframeOf(question),
    total_row_count: 1,
  }
}
