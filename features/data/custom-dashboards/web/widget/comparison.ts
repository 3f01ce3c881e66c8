import type { Range } from '@playhead/question-kit/timeframe/timeframe.ts'
import { comparisonDays } from '../../contract.ts'

const dayMs = 86_400_000

export const comparisons = [
  { days: 1, label: 'One day ago', versus: 'the day before' },
  { days: 7, label: 'One week ago', versus: 'the week before' },
  { days: 30, label: 'One month ago', versus: 'the month before' },
  { days: 90, label: 'Three months ago', versus: 'three months before' },
] as const satisfies readonly {
  days: (typeof comparisonDays)[number]
  label: string
  versus: string
}[]

export const comparisonOf = (days: number | undefined) =>
  comparisons.find((one) => one.days === days)

export const shiftMsOf = (days: number) => days * dayMs

interface Reach {
  now: number
  retentionDays: number
}

/** DASH-022: false for an unknown comparison, or one that starts before the retained data. */
export const isComparisonPossible = (
  days: number | undefined,
  { startMs }: Pick<Range, 'startMs'>,
  { now, retentionDays }: Reach,
) => comparisonOf(days) !== undefined && startMs - shiftMsOf(days!) >= now - retentionDays * dayMs

const minuteMs = 60_000

/** Rounded to whole minutes, so that users who look at the same time send the same cacheable question. */
export const timeframeBefore = ({ startMs, endMs }: Range, days: number): string[] => {
  const start = Math.floor(startMs / minuteMs) * minuteMs - shiftMsOf(days)
  return [start, start + (endMs - startMs)].map((ms) => String(Math.floor(ms / 1_000)))
}
