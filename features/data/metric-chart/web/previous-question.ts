import { useMemo } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { type Range, rangeBefore } from '@playhead/features/data/filters/web'
import type { QuestionQuery } from './use-timeseries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// Whole minutes, so that everybody who looks at the same time asks the same.
const aligned = ({ startMs, endMs }: Range) => {
  const start = Math.floor(startMs / minuteMs) * minuteMs
  return { startMs: start, endMs: start + Math.max(endMs - startMs, minuteMs) }
}

/** The same question of the range of the same length right before. */
export const previousQuery = <Query extends QuestionQuery>(
  query: Query,
  resolved: Range,
): Query => ({
  ...query,
  timeframe: rangeBefore(aligned(resolved)),
})

export const usePreviousQuery = <Query extends QuestionQuery>(
  query: Query,
  { startMs, endMs }: Range,
): Query => useMemo(() => previousQuery(query, { startMs, endMs }), [query, startMs, endMs])

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
