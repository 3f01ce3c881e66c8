import { ApiError } from '@playhead/contract-kit/errors.ts'
import { GrammarError } from '@playhead/analytics/question/grammar-error.ts'
import { parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import { parseMetricFilters } from '@playhead/analytics/question/parse-metric-filters.ts'
import { checkLimits, type Question } from '@playhead/analytics/question/question.ts'
import { resolveTimeframe } from '@playhead/analytics/question/timeframe.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** The part of a handler's context that a question needs. */
export interface QuestionContext {
  app: Pick<App, 'clock'>
  flags: EnvironmentContext['flags']
  request: Pick<RequestFacts, 'signal'>
  query: {
    timeframe?: string[] | undefined
    filters?: string[] | undefined
    metric_filters?: string[] | undefined
  }
}

/** Turns an error of the grammar into one of the API. */
export const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof GrammarError)) return error
  const { field, message } = error
  return new ApiError(field === 'timeframe' ? 'invalid_timeframe' : 'invalid_parameters', {
    messages: [message],
    fields: { [field]: [message] },
  })
}

/** TIME-004 */
const usualTimeframe = '24:hours'

/** Parses the question of a request and checks it against the limits of the plan. */
export const questionOf = (
  { app, flags, request, query }: QuestionContext,
  options: { fallback?: string } = {},
): Question => {
  try {
    const question: Question = {
      timeframe: resolveTimeframe(query.timeframe, {
        now: app.clock.now(),
        limits: flags,
        fallback: options.fallback ?? usualTimeframe,
      }),
      filters: parseFilters(query.filters ?? []),
      metricFilters: parseMetricFilters(query.metric_filters ?? []),
      signal: request.signal,
    }
    checkLimits(question, flags)
    return question
  } catch (error) {
    throw refusalOf(error)
  }
}

/** For questions that the daily rollup cannot answer. METR-011 */
export const refuseHistorical = (question: Question): Question => {
  if (!question.timeframe.isHistorical) return question
  const message = 'Not available for the selected time range'
  throw new ApiError('invalid_timeframe', { messages: [message], fields: { timeframe: [message] } })
}

/** The `timeframe` of a response, in epoch seconds. */
export const timeframeOf = ({ timeframe }: Pick<Question, 'timeframe'>): [number, number] => [
  Math.floor(timeframe.start.getTime() / 1000),
  Math.floor(timeframe.end.getTime() / 1000),
]
