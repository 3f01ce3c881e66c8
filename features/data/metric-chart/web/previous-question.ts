import { useMemo, useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { type Range, rangeBefore, resolveTimeframe } from '@playhead/features/data/filters/web'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import type { QuestionQuery } from './use-timeseries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** As the server rounds the end of a duration up, so that everybody who asks within that time asks the same. */
const roundingMs = 10_000

/** Where the answer will lie, unless it is asked a moment later. */
const expected = ({ startMs, endMs }: Range, { timeframe }: QuestionQuery) => {
  if (timeframe.length > 1) return { startMs, endMs }
  const end = Math.ceil(endMs / roundingMs) * roundingMs
  return { startMs: startMs + end - endMs, endMs: end }
}

/** Sums of days know nothing less than a day: as many as the range has, up to the one it begins in. TIME-033 */
const wholeDaysBefore = ({ startMs, endMs }: Range) => {
  const end = Math.floor(startMs / dayMs) * dayMs
  const days = Math.max(1, Math.round((endMs - startMs) / dayMs))
  return [end - days * dayMs, end].map((ms) => String(ms / 1_000))
}

interface Circumstances {
  answered?: Range
  /** Whether a timeframe is answered from the sums of days. */
  isDaily: (timeframe: readonly string[]) => boolean
}

/**
 * The same question of the range of the same length right before: before the range that was answered, once it is known,
 * since a page that stays open is answered for later and later ranges.
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

// Days of the calendar end a minute early, and may be an hour longer or shorter.
const roundedTo = (lengthMs: number): number => {
  if (lengthMs >= 2 * dayMs - minuteMs) return dayMs
  return lengthMs >= 6 * hourMs - minuteMs ? hourMs : minuteMs
}

/** `the day before`, `the 30 days before`: what the comparison is. */
export const previousLabel = ({ startMs, endMs }: Range): string => {
  const unitMs = roundedTo(endMs - startMs)
  const length = Math.round((endMs - startMs) / unitMs) * unitMs
  const one = single.find(([lengthMs]) => lengthMs === length)
  if (one) return one[1]
  const many = plural.find(([lengthMs]) => length % lengthMs === 0 && length / lengthMs > 1)
  return many ? `the ${formatNumber(length / many[0])} ${many[1]} before` : 'the time before'
}

/** What a selection on a chart writes to the address. METR-020 */
export const selectedTimeframe = (startMs: number, endMs: number): string[] =>
  [startMs, endMs].map((ms) => String(Math.floor(ms / 1_000)))
