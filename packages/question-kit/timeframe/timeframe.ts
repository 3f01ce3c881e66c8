import type { Flags } from '@playhead/domain/flags.ts'

/** One alias such as `24:hours`, or start and end as epoch seconds. TIME-001 */
export type TimeframeTexts = readonly string[]

const secondMs = 1_000
const dayMs = 86_400 * secondMs

/** TIME-004, TIME-005, TIME-006 */
export const defaultTimeframe = '24:hours'

/** TIME-002 */
export const presets = [
  { alias: '60:minutes', label: 'Last 60 minutes' },
  { alias: '6:hours', label: 'Last 6 hours' },
  { alias: '24:hours', label: 'Last 24 hours' },
  { alias: '7:days', label: 'Last 7 days' },
  { alias: '30:days', label: 'Last 30 days' },
] as const

/** TIME-003 */
export const historicalPresets = [
  { alias: '3:months', label: 'Last 3 months' },
  { alias: '6:months', label: 'Last 6 months' },
] as const

/** TIME-031, TIME-032: 100 days by default. */
const historicalAfterDays = 100
const historicalRetentionDays = 395

export type Limits = Pick<Flags, 'historicalMetrics' | 'retentionDays'>

const rawDays = ({ retentionDays }: Limits) =>
  retentionDays > 0 ? retentionDays : historicalAfterDays

export const retentionDaysOf = (limits: Limits) =>
  limits.historicalMetrics ? historicalRetentionDays : rawDays(limits)

/** TIME-008: for ranges older than the retention of views, only the rollup is left. */
export const rawReachDays = (limits: Limits) => Math.min(historicalAfterDays, rawDays(limits))

const unitMs = { minutes: 60_000, hours: 3_600_000, days: dayMs, weeks: 7 * dayMs } as const

/** The same day of an earlier month, or the last day of a shorter one. */
const monthsBefore = (now: number, months: number) => {
  const moment = new Date(now)
  const day = moment.getUTCDate()
  moment.setUTCMonth(moment.getUTCMonth() - months)
  if (moment.getUTCDate() !== day) moment.setUTCDate(0)
  return moment.getTime()
}

export interface Range {
  startMs: number
  endMs: number
}

export interface ResolvedTimeframe extends Range {
  /** Answered from daily sums in UTC, with basic dimensions only. TIME-008, TIME-033 */
  isHistorical: boolean
  /** Tooltips show the date as well as the time. TIME-035 */
  isLong: boolean
  /** The time between two points of a chart. TIME-034 */
  stepMs: number
}

export const rangeOf = (texts: TimeframeTexts, now: number): Range | undefined => {
  const [first = '', second] = texts
  if (second !== undefined) {
    if (texts.length > 2 || ![first, second].every((text) => /^\d{1,12}$/.test(text)))
      return undefined
    const range = { startMs: Number(first) * secondMs, endMs: Number(second) * secondMs }
    return range.startMs < range.endMs ? range : undefined
  }
  const [, amount = '', unit = ''] =
    /^([1-9]\d{0,4}):(minutes|hours|days|weeks|months)$/.exec(first) ?? []
  if (unit === '') return undefined
  const startMs =
    unit === 'months'
      ? monthsBefore(now, Number(amount))
      : now - Number(amount) * unitMs[unit as keyof typeof unitMs]
  return { startMs, endMs: now }
}

/** TIME-034 */
const stepMsOf = ({ startMs, endMs }: Range) => {
  const length = endMs - startMs
  if (length <= unitMs.hours) return 60_000
  if (length <= 6 * unitMs.hours) return 600_000
  return length <= 15 * dayMs ? 3_600_000 : dayMs
}

export const isHistorical = ({ startMs }: Range, now: number, limits: Limits) =>
  startMs < now - rawReachDays(limits) * dayMs

/** Undefined for an invalid timeframe. */
export const resolveTimeframe = (
  texts: TimeframeTexts,
  now: number,
  limits: Limits,
): ResolvedTimeframe | undefined => {
  const range = rangeOf(texts, now)
  if (!range) return undefined
  const historical = isHistorical(range, now, limits) && limits.historicalMetrics
  return {
    ...range,
    isHistorical: historical,
    isLong: range.endMs - range.startMs >= dayMs,
    stepMs: historical ? dayMs : stepMsOf(range),
  }
}

/** TIME-007: without historical data, its aliases and older starts are not offered. */
export const isOffered = (texts: TimeframeTexts, now: number, limits: Limits) => {
  const range = rangeOf(texts, now)
  if (!range) return false
  if (limits.historicalMetrics) return true
  const isHistoricalPreset = historicalPresets.some(({ alias }) => alias === texts[0])
  return !isHistoricalPreset && range.startMs >= now - historicalAfterDays * dayMs
}
