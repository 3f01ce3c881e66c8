import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import type { Timeframe } from '@playhead/analytics/question/timeframe.ts'
import { metricOf, questionOf, refuseHistorical } from '@playhead/features/data/question/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { why } from '../contract.ts'

type Context = Parameters<Handlers<typeof why>['changes']>[0]

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

/** The metric and the two ranges of a request. */
export const askedChange = (context: Context) => {
  const metric = metricOf(context.params.metric)
  const question = refuseHistorical(questionOf(context))
  return {
    metric,
    measurement: context.query.measurement,
    asked: { question, baseline: baselineOf(context, question) },
  }
}
