import type { SilenceFields } from './silences.sql.ts'

const dayMs = 86_400_000
const periodMs = { daily: dayMs, weekly: 7 * dayMs } as const

type SilenceTime = Pick<SilenceFields, 'starts_at' | 'ends_at' | 'repeats' | 'time_zone'>

const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** What clocks of a zone show, as the time at which those of UTC show it. */
const clockIn = (timeZone: string, at: Date) => {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Whether a silence holds back at a moment. Repetitions compare what clocks show, so summer time moves nothing. */
export const isSilentAt = (
  { starts_at: startsAt, ends_at: endsAt, repeats, time_zone: timeZone }: SilenceTime,
  at: Date,
) => {
  if (at < startsAt) return false
  if (repeats === null || timeZone === null || at < endsAt) return at < endsAt
  const begins = clockIn(timeZone, startsAt)
  const shown = clockIn(timeZone, endsAt) - begins
  // In the night in which clocks go back, it may end before it starts on the clock.
  const lasts = shown > 0 ? shown : endsAt.getTime() - startsAt.getTime()
  const period = periodMs[repeats]
  // In the same night clocks may show a time before its start again.
  const since = (((clockIn(timeZone, at) - begins) % period) + period) % period
  return since < lasts
}

/** At most as long as the time between two repetitions. */
export const isLongerThanPeriod = ({
  starts_at: startsAt,
  ends_at: endsAt,
  repeats,
}: SilenceTime) => repeats !== null && endsAt.getTime() - startsAt.getTime() > periodMs[repeats]
