import { formatDay } from '@playhead/domain/format.ts'
import {
  CalendarDate,
  fromAbsolute,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@playhead/ui/calendar/calendar-date.ts'
import { type Limits, type Range, rawReachDays, retentionDaysOf } from './timeframe.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const midnight = new Time(0, 0)
const lastMinute = new Time(23, 59)

/** The current input; a null time stands for the default of its date. */
export interface Draft {
  start: CalendarDate | null
  end: CalendarDate | null
  startTime: Time | null
  endTime: Time | null
  /** Entered times stay when other dates are chosen. */
  isStartTimeTyped?: boolean
  isEndTimeTyped?: boolean
}

export const emptyDraft: Draft = { start: null, end: null, startTime: null, endTime: null }

interface CalendarCircumstances {
  now: number
  /** The time zone of the browser; days of the rollup are in UTC. TIME-033 */
  timeZone: string
  limits: Limits
}

const momentOf = (date: CalendarDate, time: Time, timeZone: string) =>
  toZoned(toCalendarDateTime(date, time), timeZone).toDate().getTime()

const dateAt = (ms: number, timeZone: string) => toCalendarDate(fromAbsolute(ms, timeZone))

const toMinute = (time: Time) => new Time(time.hour, time.minute)

const timeAt = (ms: number, timeZone: string) => toTime(fromAbsolute(ms, timeZone))

/** TIME-022, TIME-023, TIME-024: the selectable dates, and the earliest time of the first one. */
export const calendarBounds = ({ now, timeZone, limits }: CalendarCircumstances) => {
  const earliestMs = now - retentionDaysOf(limits) * dayMs
  const maxDate = dateAt(now, timeZone)
  if (limits.historicalMetrics) {
    // The rollup has only whole days.
    const minDate = dateAt(Math.ceil(earliestMs / dayMs) * dayMs, 'UTC')
    return { minDate, minTime: midnight, maxDate, earliestMs }
  }
  const start = fromAbsolute(earliestMs, timeZone)
  const hour = start.set({ minute: 0, second: 0, millisecond: 0 }).add({ hours: 1 })
  return { minDate: toCalendarDate(hour), minTime: toTime(hour), maxDate, earliestMs }
}

/** TIME-027: a range with this start is answered from the rollup. */
const isHistoricalDate = (date: CalendarDate, { now, timeZone, limits }: CalendarCircumstances) => {
  if (!limits.historicalMetrics) return false
  const limitMs = now - rawReachDays(limits) * dayMs
  return ['UTC', timeZone].some((zone) => momentOf(date, midnight, zone) < limitMs)
}

const earlierOf = (one: Time, other: Time) => (one.compare(other) <= 0 ? one : other)

interface CompleteDraft extends Range {
  startTime: Time
  endTime: Time
  /** UTC for a historical range. */
  timeZone: string
  isHistorical: boolean
  /** Whether only basic dimensions are available. TIME-028 */
  isSummed: boolean
}

/** The range of the draft, with default times where none were entered; undefined without a start. */
export const completeDraft = (
  { start, end, startTime, endTime }: Draft,
  circumstances: CalendarCircumstances,
): CompleteDraft | undefined => {
  if (!start) return undefined
  const { now } = circumstances
  const { minDate, minTime } = calendarBounds(circumstances)
  const isHistorical = isHistoricalDate(start, circumstances)
  const timeZone = isHistorical ? 'UTC' : circumstances.timeZone
  const today = dateAt(now, timeZone)
  const nowTime = toMinute(timeAt(now, timeZone))
  // TIME-026
  const capped = (date: CalendarDate, time: Time) =>
    date.compare(today) === 0 ? earlierOf(time, nowTime) : time
  const firstTime = start.compare(minDate) === 0 ? minTime : midnight
  const begins = isHistorical ? midnight : capped(start, startTime ?? firstTime)
  const lastDate = end ?? today
  // TIME-025, TIME-027
  const ends = capped(lastDate, endTime ?? lastMinute)
  const startMs = momentOf(start, begins, timeZone)
  return {
    startTime: begins,
    endTime: ends,
    timeZone,
    isHistorical,
    startMs,
    isSummed: isHistorical && startMs < now - rawReachDays(circumstances.limits) * dayMs,
    // For time zones in which today has not begun in UTC.
    endMs: Math.min(momentOf(lastDate, ends, timeZone), now),
  }
}

interface DraftErrors {
  date?: string
  time?: string
}

export const draftErrors = (draft: Draft, circumstances: CalendarCircumstances): DraftErrors => {
  const complete = completeDraft(draft, circumstances)
  if (!complete || !draft.start) return {}
  const { minDate, maxDate, earliestMs } = calendarBounds(circumstances)
  const shown = (date: CalendarDate) => formatDay(date.toDate('UTC'), { timeZone: 'UTC' })
  if (draft.start.compare(minDate) < 0 || complete.startMs <= earliestMs)
    return { date: `Invalid start date. The earliest date you can view is ${shown(minDate)}` }
  if ([draft.start, draft.end].some((date) => date && date.compare(maxDate) > 0))
    return { date: `Invalid dates. The latest date you can view is ${shown(maxDate)}` }
  const lengthMs = complete.endMs - complete.startMs
  if (lengthMs < 0) return { date: 'Invalid dates. Start date must be before end date' }
  if (lengthMs < minuteMs) return { time: 'Invalid times. Needs to be longer than 1 minute' }
  return {}
}

/**
 * Sets an entered start. The default end time differs between raw and historical ranges, so an end time that was not
 * entered is reset when the start changes between the two. TIME-025, TIME-027
 */
export const withStart = (
  draft: Draft,
  start: CalendarDate | null,
  circumstances: CalendarCircumstances,
): Draft => {
  const isSummed = (date: CalendarDate | null) =>
    date !== null && isHistoricalDate(date, circumstances)
  const keepsEndTime = draft.isEndTimeTyped || isSummed(draft.start) === isSummed(start)
  return {
    ...draft,
    start,
    startTime: draft.isStartTimeTyped ? draft.startTime : null,
    endTime: keepsEndTime ? draft.endTime : null,
  }
}

/** Until the second date is chosen, the range goes from the first one to now. TIME-014, TIME-016 */
export const withFirstDate = (draft: Draft, start: CalendarDate): Draft => ({
  ...draft,
  start,
  end: null,
  endTime: draft.isEndTimeTyped ? draft.endTime : null,
})

/** Dates chosen in the calendar, with their default times. */
export const withDates = (
  draft: Draft,
  { start, end }: { start: CalendarDate; end: CalendarDate },
  circumstances: CalendarCircumstances,
): Draft => {
  const isFirst = start.compare(calendarBounds(circumstances).minDate) === 0
  return {
    ...draft,
    start,
    end,
    startTime: draft.isStartTimeTyped && !isFirst ? draft.startTime : null,
    endTime: draft.isEndTimeTyped ? draft.endTime : null,
  }
}

/** TIME-017, TIME-018 */
export const savedTimeframe = ({ startMs, endMs }: Range): string[] =>
  [startMs, endMs].toSorted((one, other) => one - other).map((ms) => String(Math.floor(ms / 1_000)))

/** TIME-019: the last 7 days, ending at the start of today. */
export const defaultDraft = (circumstances: CalendarCircumstances): Draft => {
  const { minDate, maxDate } = calendarBounds(circumstances)
  const start = maxDate.subtract({ days: 7 })
  if (start.compare(minDate) >= 0)
    return { start, end: maxDate, startTime: null, endTime: midnight }
  return { start: minDate, end: maxDate, startTime: null, endTime: null }
}

export const draftOf = ({ startMs, endMs }: Range, circumstances: CalendarCircumstances): Draft => {
  const local = dateAt(startMs, circumstances.timeZone)
  const timeZone = isHistoricalDate(local, circumstances) ? 'UTC' : circumstances.timeZone
  return {
    start: dateAt(startMs, timeZone),
    end: dateAt(endMs, timeZone),
    startTime: timeAt(startMs, timeZone),
    endTime: timeAt(endMs, timeZone),
  }
}
