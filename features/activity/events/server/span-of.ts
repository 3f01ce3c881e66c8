import { GrammarError } from '@playhead/analytics/question/grammar-error.ts'
import { resolveTimeframe } from '@playhead/analytics/question/timeframe.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { activityDays } from '../contract.ts'

export interface Span {
  start: Date
  end: Date
}

/** Reads `timeframe[]` with the grammar of questions. Undefined without one: then everything that is kept is listed. */
export const spanOf = (
  texts: readonly string[] | undefined,
  now: Date,
  keptDays = activityDays,
): Span | undefined => {
  if (texts === undefined || texts.length === 0) return undefined
  try {
    return resolveTimeframe(texts, {
      now,
      limits: {
        retentionDays: keptDays,
        historicalMetrics: false,
        maxFilters: 0,
        metricFiltersEnabled: false,
      },
      fallback: '24:hours',
    })
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    throw new ApiError('invalid_timeframe', {
      messages: [error.message],
      fields: { timeframe: [error.message] },
    })
  }
}
