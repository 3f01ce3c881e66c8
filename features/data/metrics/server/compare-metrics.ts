import { invalidField } from '@playhead/contract-kit/errors.ts'
import { askComparison, type Comparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { parseFilters } from '@playhead/analytics/parse-filters.ts'
import { checkDimension, type Question } from '@playhead/analytics/question.ts'
import { questionOf, timeframeOf } from '@playhead/features/data/filters/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { metricEndpoints } from '../contract.ts'
import { asking, breakdownDimensionOf } from './metric-of.ts'
import { wireType } from './wire-type.ts'

type Read = Handlers<typeof metricEndpoints>

/** The one value compared is not counted among the filters that the plan allows. */
export const narrowed = (
  question: Question,
  { dimension, value }: { dimension?: string | undefined; value?: string | undefined },
): Question => {
  if (dimension === undefined && value === undefined) return question
  if (dimension === undefined)
    throw invalidField('dimension', 'dimension: of the value is missing.')
  if (value === undefined) throw invalidField('value', 'value: of the dimension is missing.')
  const id = breakdownDimensionOf(dimension, 'dimension')
  checkDimension(id, question)
  // Values of one dimension are alternatives: the one compared takes the place of those that were filtered for.
  const others = question.filters.filter((one) => one.dimension !== id || one.isExcluded)
  return { ...question, filters: [...others, ...parseFilters([`${id}:${value}`])] }
}

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
    // Clients know this value as a number that may be missing, and that of an item as one that may be null.
    ...(typeof found?.value === 'number' && { value: found.value }),
  }
}

/** METR-090 */
export const comparison: Read['comparison'] = async (context) => {
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
    timeframe: timeframeOf(question),
    total_row_count: branches.length + 1,
  }
}
