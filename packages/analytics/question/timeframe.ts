import { GrammarError } from './grammar-error.ts'
import type { Limits } from './tenant.ts'
import { TextReader } from './text-reader.ts'

export interface Timeframe {
  start: Date
  /** Exclusive. */
  end: Date
  /** Answered from the daily rollup: whole days in UTC, basic dimensions only. */
  isHistorical: boolean
}

interface Circumstances {
  now: Date
  limits: Limits
  /** Used when no timeframe is given, such as 24:hours. */
  fallback: string
}

const second = 1_000
const day = 86_400 * second
/** TIME-008 */
const rawDays = 100
/** TIME-031 */
const historicalDays = 395
/** Allows ends such as that of the current month; a response has every step up to the end. */
const futureDays = 366
/**
 * Ends are aligned to this, so that equal questions within this time are identical; rows are at least 60 s old on
 * arrival.
 */
const alignment = 10 * second
const latestSecond = 8_640_000_000_000

const unitMilliseconds = {
  minutes: 60 * second,
  hours: 3_600 * second,
  days: day,
  weeks: 7 * day,
} as const

const lists = 'A timeframe is one duration such as 24:hours, or a start and an end in epoch seconds'

/** TIME-001: one alias of the form amount:unit, or start and end as epoch seconds. */
export const resolveTimeframe = (
  texts: readonly string[] | undefined,
  { now, limits, fallback }: Circumstances,
): Timeframe => {
  const given = texts === undefined || texts.length === 0 ? [fallback] : texts
  const [first = '', second] = given
  if (given.length > 2) throw new GrammarError('timeframe', 2, 0, `${lists}.`)
  const { start, end } =
    second === undefined ? readDuration(first, now) : readEpochs([first, second])
  checkRetention(start, now, limits)
  checkFuture(end, now)
  // When a plan retains views for less time, older data is only in the rollup.
  const rawReach = Math.min(rawDays, retentionDays(limits)) * day
  const isHistorical = limits.historicalMetrics && start.getTime() < now.getTime() - rawReach
  return { start: isHistorical ? startOfDay(start) : start, end, isHistorical }
}

function readDuration(text: string, now: Date): { start: Date; end: Date } {
  const reader = new TextReader('timeframe', 0, text)
  const digits = reader.takeWhile(/\d/)
  if (digits === '') reader.fail(lists)
  if (reader.isAtEnd) reader.fail(`${lists}: the end is missing`)
  if (reader.take(':') === undefined) reader.fail(lists)
  const unitOffset = reader.offset
  const unit = reader.take('minutes', 'hours', 'days', 'weeks', 'months')
  if (unit === undefined || !reader.isAtEnd) {
    return reader.fail('A duration is counted in minutes, hours, days, weeks or months', unitOffset)
  }
  const amount = Number(digits)
  if (amount === 0 || amount > 1_000_000) reader.fail('The amount is out of range', 0)
  const end = new Date(Math.ceil(now.getTime() / alignment) * alignment)
  const start =
    unit === 'months'
      ? monthsBefore(end, amount)
      : new Date(end.getTime() - amount * unitMilliseconds[unit])
  if (Number.isNaN(start.getTime())) reader.fail('The amount is out of range', 0)
  return { start, end }
}

function readEpochs(texts: readonly [string, string]): { start: Date; end: Date } {
  const [start, end] = texts.map((text, position) => {
    const reader = new TextReader('timeframe', position, text)
    const digits = reader.takeWhile(/\d/)
    if (digits === '' || !reader.isAtEnd || Number(digits) > latestSecond) reader.fail(lists)
    return new Date(Number(digits) * second)
  }) as [Date, Date]
  if (start >= end) {
    throw new GrammarError(
      'timeframe',
      1,
      0,
      'Invalid dates. Start date must be before end date', // TIME-020
    )
  }
  return { start, end }
}

/** TIME-031, TIME-032 */
function retentionDays(limits: Limits): number {
  return limits.retentionDays > 0 ? limits.retentionDays : rawDays
}

/**
 * METR-028. A whole day of grace, because a page that was opened at the limit sends its request again a little later.
 */
function checkRetention(start: Date, now: Date, limits: Limits): void {
  const days = limits.historicalMetrics ? historicalDays : retentionDays(limits)
  const earliest = new Date(now.getTime() - (days - 1) * day)
  if (start.getTime() >= now.getTime() - (days + 1) * day) return
  throw new GrammarError(
    'timeframe',
    0,
    0,
    `This time frame includes dates outside your retention period. It should start no earlier than ${earliest.toISOString().slice(0, 10)}.`,
  )
}

function checkFuture(end: Date, now: Date): void {
  if (end.getTime() <= now.getTime() + futureDays * day) return
  throw new GrammarError('timeframe', 1, 0, 'A timeframe can end at most a year ahead.')
}

/** The same day of an earlier month, or the last day of a shorter one. */
function monthsBefore(moment: Date, months: number): Date {
  const result = new Date(moment)
  result.setUTCMonth(result.getUTCMonth() - months)
  if (result.getUTCDate() !== moment.getUTCDate()) result.setUTCDate(0)
  return result
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / day) * day)
}
