import { ApiError } from '@playhead/contract-kit/errors.ts'
import { GrammarError } from '@playhead/analytics/grammar-error.ts'
import { parseFilters } from '@playhead/analytics/parse-filters.ts'
import { parseMetricFilters } from '@playhead/analytics/parse-metric-filters.ts'
import { checkLimits, type Question } from '@playhead/analytics/question.ts'
import { resolveTimeframe } from '@playhead/analytics/timeframe.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** What a handler gets anyway, as far as a question needs it. */
export interface QuestionContext {
  app: Pick<App, 'clock'>
  features: EnvironmentContext['features']
  request: Pick<RequestFacts, 'signal'>
  query: {
    timeframe?: string[] | undefined
    filters?: string[] | undefined
    metric_filters?: string[] | undefined
  }
}

/** What the grammar refuses, as the API says it. */
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

/** The question of a request, read by the one grammar and held against what the plan allows. */
export const questionOf = (
  { app, features, request, query }: QuestionContext,
  options: { fallback?: string } = {},
): Question => {
  try {
    const question: Question = {
      timeframe: resolveTimeframe(query.timeframe, {
        now: app.clock.now(),
        limits: features,
        fallback: options.fallback ?? usualTimeframe,
      }),
      filters: parseFilters(query.filters ?? []),
      metricFilters: parseMetricFilters(query.metric_filters ?? []),
      signal: request.signal,
    }
    checkLimits(question, features)
    return question
  } catch (error) {
    throw refusalOf(error)
  }
}

/** For what the daily rollup cannot tell. METR-011 */
export const refuseHistorical = (question: Question): Question => {
  if (!question.timeframe.isHistorical) return question
  const message = 'Not available for the selected time range'
  throw new ApiError('invalid_timeframe', { messages: [message], fields: { timeframe: [message] } })
}

/** The `timeframe` of an answer: what was asked about, in epoch seconds. */
export const timeframeOf = ({ timeframe }: Pick<Question, 'timeframe'>): [number, number] => [
  Math.floor(timeframe.start.getTime() / 1000),
  Math.floor(timeframe.end.getTime() / 1000),
]
