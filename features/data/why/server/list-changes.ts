import { askChange, type ExplainedChange } from '@playhead/analytics/change/ask-change.ts'
import { asking, measurementOf, timeframeOf } from '@playhead/features/data/question/server'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { why } from '../contract.ts'
import { askedChange } from './asked-change.ts'

const textOf = ({ dimension, value }: { dimension: string; value: string | null }) =>
  `${dimension}:${value === null ? '__null__' : value === '' ? '__empty__' : value}`

export const listChanges: Handlers<typeof why>['changes'] = async (context) => {
  const { metric, measurement, asked } = askedChange(context)
  const change = await asking(() => askChange(context.environment, metric, measurement, asked))
  return {
    data: changeOf(metric, measurement, change),
    timeframe: timeframeOf(asked.question),
    baseline: timeframeOf({ timeframe: asked.baseline }),
    total_row_count: change.rows.length,
  }
}

export const changeOf = (
  metric: MetricId,
  measurement: Measurement | undefined,
  change: ExplainedChange,
) => ({
  metric,
  measurement: measurementOf(metric, measurement),
  before: change.before,
  after: change.after,
  sureness: change.sureness,
  searched_dimensions: change.searchedDimensions,
  searched_groups: change.searchedGroups,
  rows: change.rows.map(({ rateEffect, mixEffect, ...row }) => ({
    ...row,
    filters: row.parts.map(textOf),
    rate_effect: rateEffect,
    mix_effect: mixEffect,
  })),
  moment: change.moment
    ? {
        timeframe: timeframeOf({ timeframe: change.moment.timeframe }),
        baseline: timeframeOf({ timeframe: change.moment.baseline }),
        has_ended: change.moment.hasEnded,
      }
    : null,
  shared_error: change.sharedError
    ? { ...change.sharedError, filter: `error_type_id:${change.sharedError.id}` }
    : null,
})
