import { ApiError } from '@playhead/contract-kit/errors.ts'
import { askChange } from '@playhead/analytics/change/ask-change.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import type { Timeframe } from '@playhead/analytics/question/timeframe.ts'
import {
  asking,
  measurementOf,
  metricOf,
  questionOf,
  refuseHistorical,
  timeframeOf,
} from '@playhead/features/data/question/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { why } from '../contract.ts'

type Read = Handlers<typeof why>
type Context = Parameters<Read['changes']>[0]

const before = ({ start, end }: Timeframe): string[] => {
  const [from, to] = [start, end].map((moment) => Math.floor(moment.getTime() / 1000)) as [
    number,
    number,
  ]
  return [String(from - (to - from)), String(from)]
}

const overlap = (a: Timeframe, b: Timeframe) => a.start < b.end && b.start < a.end

const baselineOf = (context: Context, question: Question): Timeframe => {
  const { baseline } = context.query
  const timeframe = baseline ?? before(question.timeframe)
  const held = refuseHistorical(questionOf({ ...context, query: { timeframe } })).timeframe
  if (baseline === undefined || !overlap(held, question.timeframe)) return held
  const message = 'The two ranges must not overlap.'
  throw new ApiError('invalid_parameters', { messages: [message], fields: { baseline: [message] } })
}

const textOf = ({ dimension, value }: { dimension: string; value: string | null }) =>
  `${dimension}:${value === null ? '__null__' : value === '' ? '__empty__' : value}`

export const listChanges: Read['changes'] = async (context) => {
  const metric = metricOf(context.params.metric)
  const { measurement } = context.query
  const question = refuseHistorical(questionOf(context))
  const baseline = baselineOf(context, question)
  const change = await asking(() =>
    askChange(context.environment, metric, measurement, { question, baseline }),
  )
  return {
    data: {
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
    },
    timeframe: timeframeOf(question),
    baseline: timeframeOf({ timeframe: baseline }),
    total_row_count: change.rows.length,
  }
}
