import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import type { NewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import {
  keptSeconds,
  lastOfWindow,
  stepOf,
  type StepRange,
  stepSeconds,
  windowSeconds,
} from '@playhead/analytics/monitoring/steps.ts'
import { resolveTimeframe } from '@playhead/analytics/question/timeframe.ts'
import { refusalOf } from '@playhead/features/data/question/server'

/** Clocks differ, and a page that was opened at the limit sends its request again a little later. */
const graceSeconds = 60

export interface Moment extends NewestStep {
  now: Date
}

const checkReach = (field: 'timestamp' | 'timeframe', epochSeconds: number, { now }: Moment) => {
  const seconds = now.getTime() / 1000
  if (
    epochSeconds >= seconds - keptSeconds - graceSeconds &&
    epochSeconds <= seconds + graceSeconds
  )
    return
  const message = 'Real-time data can be asked for the last 24 hours.'
  throw field === 'timestamp'
    ? invalidField('timestamp', message)
    : new ApiError('invalid_timeframe', { messages: [message], fields: { timeframe: [message] } })
}

/** MONI-014, MONI-016: steps after the newest one have no data yet and are cut off. */
export const rangeOfTimeframe = (
  texts: readonly string[],
  moment: Moment,
  maximumSeconds: number,
): StepRange => {
  const { start, end } = resolvedTimeframe(texts, moment)
  const [first, after] = [stepOf(start), stepOf(end + stepSeconds - 1)]
  checkReach('timeframe', first, moment)
  if (after - first > maximumSeconds + graceSeconds) {
    const message = `This timeframe may be at most ${maximumSeconds / 60} minutes long.`
    throw new ApiError('invalid_timeframe', {
      messages: [message],
      fields: { timeframe: [message] },
    })
  }
  return clampToNewest({ first, last: after - stepSeconds }, moment)
}

export const clampToNewest = (
  { first, last }: StepRange,
  { newest, isEarly }: Moment,
): StepRange => ({
  first: Math.min(first, newest),
  last: Math.min(last, newest),
  isLastEarly: isEarly && last >= newest,
})

const resolvedTimeframe = (texts: readonly string[], { now }: Moment) => {
  try {
    const limits = {
      maxFilters: -1,
      retentionDays: 2,
      historicalMetrics: false,
      metricFiltersEnabled: false,
    }
    const { start, end } = resolveTimeframe(texts, { now, limits, fallback: '30:minutes' })
    return { start: start.getTime() / 1000, end: end.getTime() / 1000 }
  } catch (error) {
    throw refusalOf(error)
  }
}

interface Asked {
  timestamp?: number | undefined
  timeframe?: readonly string[] | undefined
}

/** MONI-018: thirty minutes, starting at a timestamp or ending at the newest step. */
export const windowOf = ({ timestamp, timeframe }: Asked, moment: Moment): StepRange => {
  if (timeframe?.length) return rangeOfTimeframe(timeframe, moment, keptSeconds)
  if (timestamp === undefined)
    return clampToNewest(
      { first: moment.newest - windowSeconds + stepSeconds, last: moment.newest },
      moment,
    )
  checkReach('timestamp', timestamp, moment)
  const first = stepOf(timestamp)
  return clampToNewest({ first, last: lastOfWindow(first) }, moment)
}

/** One step, unless a timeframe is given. */
export const momentOf = ({ timestamp, timeframe }: Asked, moment: Moment): StepRange => {
  if (timeframe?.length) return rangeOfTimeframe(timeframe, moment, keptSeconds)
  if (timestamp === undefined)
    return clampToNewest({ first: moment.newest, last: moment.newest }, moment)
  checkReach('timestamp', timestamp, moment)
  return clampToNewest({ first: stepOf(timestamp), last: stepOf(timestamp) }, moment)
}
