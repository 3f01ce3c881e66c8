import { askMonitoringBreakdownTimeseries } from '@playhead/analytics/monitoring/ask-monitoring-breakdown-timeseries.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type monitoring, monitoringLimits } from '../contract.ts'
import { isoTime } from './iso-time.ts'
import { momentFor, monitoringQuestion } from './monitoring-question.ts'
import { clampToNewest, rangeOfTimeframe } from './range-of.ts'
import { stepsTimeframe } from './steps-timeframe.ts'

const breakdownSeconds = { usual: 60, max: 600 } as const

export const readBreakdownTimeseries: Handlers<typeof monitoring>['breakdownTimeseries'] = async (
  context,
) => {
  const { environment, params, query } = context
  const moment = await momentFor(context)
  const range = query.timeframe?.length
    ? rangeOfTimeframe(query.timeframe, moment, breakdownSeconds.max)
    : clampToNewest(
        { first: moment.newest - breakdownSeconds.usual + stepSeconds, last: moment.newest },
        moment,
      )
  const { steps, total } = await askMonitoringBreakdownTimeseries(
    environment,
    params.metric,
    {
      dimension: query.dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      limit: query.limit ?? monitoringLimits.breakdownTimeseries.default,
    },
    monitoringQuestion(context, range),
  )
  return {
    data: steps.map(({ step, values }) => ({
      date: isoTime(step),
      values: values.map((row) => ({
        value: row.value,
        metric_value: row.metricValue,
        concurrent_viewers: row.viewers,
        starting_up_viewers: row.startingUp,
      })),
    })),
    total_row_count: total,
    timeframe: stepsTimeframe(range),
  }
}
