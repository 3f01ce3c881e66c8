import { askSubviewTimeseries } from '@playhead/analytics/subviews/ask-subviews.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { timeframeOf } from '@playhead/features/data/question/server'
import type { subviews } from '../contract.ts'
import { subviewMeta } from './subview-meta.ts'
import { groupByOf, subviewQuestionOf } from './subview-question.ts'

/** A view accepts events until one hour after its last one. */
const finalAfterMs = 3_600_000

/** TIME-034 */
const hourlyUpToMs = 15 * 86_400_000

export const readBreakdownTimeseries: Handlers<typeof subviews>['breakdownTimeseries'] = async ({
  environment,
  params: { type },
  ...context
}) => {
  const { breakdown_value_limit: limit, group_by: names, time_granularity: wanted } = context.query
  const groupBy = groupByOf(type, names)
  const asked = subviewQuestionOf(context, type)
  const { start, end } = asked.question.timeframe
  const granularity = wanted ?? (end.getTime() - start.getTime() <= hourlyUpToMs ? 'hour' : 'day')
  const steps = await askSubviewTimeseries(environment, asked, groupBy, { granularity, limit })
  const completeThrough = context.app.clock.now().getTime() - finalAfterMs
  const stepMs = granularity === 'hour' ? 3_600_000 : 86_400_000
  return {
    data: steps.map(({ step, values }) => ({
      date: new Date(step * 1000).toISOString(),
      status: step * 1000 + stepMs <= completeThrough ? 'complete' : 'partial',
      values: values.map(({ value, playingTime }) => ({
        breakdown_value: value,
        metric_value: playingTime,
      })),
    })),
    meta: {
      ...subviewMeta(type),
      group_by: groupBy,
      time_granularity: granularity,
      complete_through: new Date(completeThrough).toISOString(),
    },
    timeframe: timeframeOf(asked.question),
    total_row_count: steps.length,
  }
}
