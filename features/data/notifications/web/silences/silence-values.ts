import {
  type CalendarDate,
  fromAbsolute,
  type Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@playhead/ui/calendar/calendar-date.ts'
import { isTimeZone } from '@playhead/domain/time-zone.ts'
import { silenceLimits, type silenceRepeats } from '../../contract.ts'
import type { Silence } from './use-silences.ts'

/** What a clock of the silence's zone shows; null while it is typed. */
export interface WallClock {
  date: CalendarDate | null
  time: Time | null
}

export type Repetition = 'never' | (typeof silenceRepeats)[number]

/** What the form holds. */
export interface SilenceValues {
  note: string
  startsAt: WallClock
  endsAt: WallClock
  repeats: Repetition
  timeZone: string
  /** Null: all rules. */
  ruleIds: string[] | null
  matches: Silence['matches']
  /** A value was typed and is not added yet. */
  hasUnaddedMatch: boolean
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const periodMs = { never: Infinity, daily: dayMs, weekly: 7 * dayMs } as const

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const wallClock = (milliseconds: number, timeZone: string): WallClock => {
  const moment = fromAbsolute(milliseconds, timeZone)
  return { date: toCalendarDate(moment), time: toTime(moment) }
}

/** Undefined while a part is missing. */
export const momentOf = ({ date, time }: WallClock, timeZone: string) =>
  date && time && isTimeZone(timeZone)
    ? toZoned(toCalendarDateTime(date, time), timeZone).toDate().getTime()
    : undefined

interface Meant {
  ruleIds?: string[] | null
  matches?: Silence['matches']
}

/** An hour from now on. */
export const newSilence = ({ ruleIds = null, matches = [] }: Meant = {}): SilenceValues => {
  const timeZone = ownTimeZone()
  const now = Math.floor(Date.now() / 60_000) * 60_000
  return {
    note: '',
    startsAt: wallClock(now, timeZone),
    endsAt: wallClock(now + hourMs, timeZone),
    repeats: 'never',
    timeZone,
    ruleIds,
    matches,
    hasUnaddedMatch: false,
  }
}

export const valuesOf = (silence: Silence): SilenceValues => {
  const timeZone = silence.timeZone ?? ownTimeZone()
  return {
    note: silence.note,
    startsAt: wallClock(Date.parse(silence.startsAt), timeZone),
    endsAt: wallClock(Date.parse(silence.endsAt), timeZone),
    repeats: silence.repeats ?? 'never',
    timeZone,
    ruleIds: silence.ruleIds && [...silence.ruleIds],
    matches: silence.matches,
    hasUnaddedMatch: false,
  }
}

const endError = ({ startsAt, endsAt, timeZone, repeats }: SilenceValues) => {
  const [start, end] = [momentOf(startsAt, timeZone), momentOf(endsAt, timeZone)]
  if (end === undefined) return 'An end is required'
  if (start === undefined) return undefined
  if (end <= start) return 'A silence must end after it starts.'
  if (end - start > silenceLimits.daysMax * dayMs)
    return `A silence can last at most ${silenceLimits.daysMax} days.`
  return end - start > periodMs[repeats] ? 'A silence must end before it repeats.' : undefined
}

export const silenceErrors = (values: SilenceValues) => {
  const { startsAt, timeZone, ruleIds, hasUnaddedMatch } = values
  const isZone = isTimeZone(timeZone)
  return {
    startsAt:
      isZone && momentOf(startsAt, timeZone) === undefined ? 'A start is required' : undefined,
    endsAt: isZone ? endError(values) : undefined,
    timeZone: isZone ? undefined : 'This time zone is unknown.',
    ruleIds: ruleIds?.length === 0 ? 'Choose at least one rule' : undefined,
    // Without the value the silence would hold back more than was meant.
    hasUnaddedMatch: hasUnaddedMatch ? 'Add this value, or cancel it' : undefined,
  }
}

/** Of values without errors. */
export const bodyOf = (values: SilenceValues) => {
  const { note, startsAt, endsAt, timeZone, repeats, ruleIds, matches } = values
  const at = (clock: WallClock) => new Date(momentOf(clock, timeZone) ?? 0).toISOString()
  return {
    silence: {
      note: note.trim(),
      startsAt: at(startsAt),
      endsAt: at(endsAt),
      repeats: repeats === 'never' ? null : repeats,
      timeZone,
      ruleIds,
      matches: matches.map(({ name, value }) => ({ name, value })),
    },
  }
}
