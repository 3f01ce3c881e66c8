import { useMemo, useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { rangeBefore } from '../question/question.ts'
import { type Range, resolveTimeframe } from '../timeframe/timeframe.ts'
import type { QuestionQuery } from './use-timeseries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The server rounds the end of a duration up to this, so that equal questions are identical for a while. */
const roundingMs = 10_000

/** The range that the response is expected to have, if the request is not delayed. */
const expected = ({ startMs, endMs }: Range, { timeframe }: QuestionQuery) => {
  if (timeframe.length > 1) return { startMs, endMs }
  const end = Math.ceil(endMs / roundingMs) * roundingMs
  return { startMs: startMs + end - endMs, endMs: end }
}

/** The rollup has only whole days: as many as the range has, ending with the day in which it begins. TIME-033 */
const wholeDaysBefore = ({ startMs, endMs }: Range) => {
  const end = Math.floor(startMs / dayMs) * dayMs
  const days = Math.max(1, Math.round((endMs - startMs) / dayMs))
  return [end - days * dayMs, end].map((ms) => String(ms / 1_000))
}

interface Circumstances {
  answered?: Range
  /** Whether a timeframe is answered from the rollup. */
  isDaily: (timeframe: readonly string[]) => boolean
}

/**
 * The same question for the preceding range of equal length. Once the response is known, its range counts, because on a
 * page that stays open it moves on.
 */
export const previousQuery = <Query extends QuestionQuery>(
  query: Query,
  resolved: Range,
  { answered, isDaily }: Circumstances,
): Query => {
  const range = answered ?? expected(resolved, query)
  const timeframe = rangeBefore(range)
  return { ...query, timeframe: isDaily(timeframe) ? wholeDaysBefore(range) : timeframe }
}

export const usePreviousQuery = <Query extends QuestionQuery>(
  query: Query,
  { startMs, endMs }: Range,
  answered?: Range,
): Query => {
  const { historicalMetrics, retentionDays } = useFlags()
  const [now] = useState(() => Date.now())
  const { startMs: from, endMs: to } = answered ?? {}
  return useMemo(() => {
    const limits = { historicalMetrics, retentionDays }
    const isAnswered = from !== undefined && to !== undefined
    return previousQuery(
      query,
      { startMs, endMs },
      {
        ...(isAnswered && { answered: { startMs: from, endMs: to } }),
        isDaily: (timeframe) => resolveTimeframe(timeframe, now, limits)?.isHistorical === true,
      },
    )
  }, [query, startMs, endMs, from, to, historicalMetrics, retentionDays, now])
}

const single: [lengthMs: number, words: string][] = [
  [hourMs, 'the hour before'],
  [dayMs, 'the day before'],
  [7 * dayMs, 'the week before'],
]

const plural: [lengthMs: number, words: string][] = [
  [dayMs, 'days'],
  [hourMs, 'hours'],
  [minuteMs, 'minutes'],
]

// Calendar days end a minute early, and may be an hour longer or shorter.
const roundedTo = (lengthMs: number): number => {
  if (lengthMs >= 2 * dayMs - minuteMs) return dayMs
  return lengthMs >= 6 * hourMs - minuteMs ? hourMs : minuteMs
}

/** Names the comparison, for example `the day before` or `the 30 days before`. */
export const previousLabel = ({ startMs, endMs }: Range): string => {
  const unitMs = roundedTo(endMs - startMs)
  const length = Math.round((endMs - startMs) / unitMs) * unitMs
  const one = single.find(([lengthMs]) => lengthMs === length)
  if (one) return one[1]
  const many = plural.find(([lengthMs]) => length % lengthMs === 0 && length / lengthMs > 1)
  return many ? `the ${formatNumber(length / many[0])} ${many[1]} before` : 'the time before'
}

/** The URL parameter for a selection on a chart. METR-020 */
export const selectedTimeframe = (startMs: number, endMs: number): string[] =>
  [startMs, endMs].map((ms) => String(Math.floor(ms / 1_000)))
