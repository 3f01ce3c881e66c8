import { type Range, retentionDaysOf } from '@playhead/question-kit/timeframe/timeframe.ts'

const dayMs = 86_400_000

/** ENGA-012 */
export const comparisonOptions = [
  { value: '1', label: 'One day ago' },
  { value: '7', label: 'One week ago' },
  { value: '30', label: 'One month ago' },
  { value: '90', label: 'Three months ago' },
] as const

interface Comparison {
  days: string
  /** For example `one day ago`. */
  label: string
  lagMs: number
}

type Limits = Parameters<typeof retentionDaysOf>[0]

const lagOf = (days: string) => Number(days) * dayMs

/** Whether the whole earlier range is within retention. ENGA-013 */
export const isKept = (days: string, { startMs }: Range, now: number, limits: Limits) =>
  startMs - lagOf(days) >= now - retentionDaysOf(limits) * dayMs

/** Undefined for an unknown option, or one that reaches back beyond retention. ENGA-013 */
export const comparisonOf = (
  days: string,
  range: Range,
  now: number,
  limits: Limits,
): Comparison | undefined => {
  const option = comparisonOptions.find(({ value }) => value === days)
  if (!option || !isKept(days, range, now, limits)) return undefined
  return { days, label: option.label.toLowerCase(), lagMs: lagOf(days) }
}

/** The shortest option that covers the range: the ranges do not overlap, and equal hours are compared. */
export const fittingOption = ({ startMs, endMs }: Range) =>
  comparisonOptions.find(({ value }) => lagOf(value) >= endMs - startMs)?.value ?? '90'
