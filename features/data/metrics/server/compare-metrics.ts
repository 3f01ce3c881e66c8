import { askComparison, type Comparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { asking, questionOf, timeframeOf } from '@playhead/features/data/question/server'
import type { metricEndpoints } from '../contract.ts'
import { narrowed } from './narrowed.ts'
import { wireType } from './wire-type.ts'

const itemsOf = (id: MetricId, { values }: Comparison) => {
  const known = values.filter(({ metric }) => metric === id)
  return known.map(({ measurement, value }) => ({
    metric: id,
    name: metrics[id].title,
    type: wireType(id),
    ...(known.length > 1 && { measurement }),
    value,
  }))
}

const headOf = (id: MetricId, { values }: Comparison) => {
  const { defaultMeasurement } = metrics[id]
  const found = values.find((one) => one.metric === id && one.measurement === defaultMeasurement)
  return {
    metric: id,
    type: wireType(id),
    measurement: defaultMeasurement,
    // Compatible with existing clients: here a missing value is omitted, in the items it is null.
    ...(typeof found?.value === 'number' && { value: found.value }),
  }
}

/** METR-090 */
export const compareMetrics: Handlers<typeof metricEndpoints>['comparison'] = async (context) => {
  const { environment, query } = context
  const asked = questionOf(context)
  const { answer, question } = await asking(async () => {
    const narrow = narrowed(asked, query)
    return { question: narrow, answer: await askComparison(environment, narrow) }
  })
  const totals = {
    name: 'totals',
    view_count: answer.ended_views,
    started_views: answer.started_views,
    ended_views: answer.ended_views,
    unique_viewers: answer.unique_viewers,
    watch_time: answer.total_watch_time,
    total_playing_time: answer.total_playing_time,
  }
  const branches = metricTree.map(({ title, metric, items }) => ({
    name: title,
    ...(metric && headOf(metric, answer)),
    items: items.flatMap((id) => itemsOf(id, answer)),
  }))
  return {
    data: [totals, ...branches],
    meta: { approximate: answer.approximate },
    timeframe: timeframeOf(question),
    total_row_count: branches.length + 1,
  }
}
