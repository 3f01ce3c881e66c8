import { dateFormatter } from '@playhead/domain/formatters.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface TimeSpan {
  from: number
  to: number
  stepMs: number
}

/** In minutes: divisions of a clock and a calendar. */
const intervals = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1_440, 2_880, 4_320, 7_200, 10_080,
  14_400, 20_160, 43_200, 86_400, 129_600,
]

/** Daily steps are days in UTC, whatever the local time zone. TIME-033 */
const isDaily = (stepMs: number) => stepMs >= dayMs

/** Markers have the step 1: they stand between the steps of a chart. */
const isOfSeconds = (stepMs: number) => stepMs >= 1_000 && stepMs < minuteMs

const closest = (minutes: number) =>
  intervals.reduce((best, next) =>
    Math.abs(Math.log(next / minutes)) < Math.abs(Math.log(best / minutes)) ? next : best,
  )

/** Times that are round on a wall clock. */
export const columnTimes = ({ from, to, stepMs }: TimeSpan, count: number): number[] => {
  if (!(to > from)) return []
  const minutes = closest((to - from) / minuteMs / count)
  const first = new Date(from)
  const wallClock = isDaily(stepMs)
    ? (ahead: number) =>
        Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate(), 0, ahead)
    : (ahead: number) =>
        new Date(first.getFullYear(), first.getMonth(), first.getDate(), 0, ahead).getTime()
  const times: number[] = []
  for (let ahead = 0; wallClock(ahead) <= to; ahead += minutes) {
    const time = wallClock(ahead)
    if (time >= from && time !== times.at(-1)) times.push(time)
  }
  return times
}

const formatWith = (time: number, options: Intl.DateTimeFormatOptions) =>
  dateFormatter(options).format(time)

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clockOfSeconds = { ...clock, second: '2-digit' } as const
const dayAndMonth = { month: 'short', day: 'numeric' } as const

const zoneOf = (stepMs: number) => (isDaily(stepMs) ? { timeZone: 'UTC' } : {})

/** METR-024; on an axis that crosses midnight, the label at midnight is the date. */
export const columnLabel = (time: number, { from, to, stepMs }: TimeSpan): string => {
  const length = to - from
  const zone = zoneOf(stepMs)
  const text = formatWith(time, { ...clock, ...zone })
  if (length <= 6 * hourMs) return text
  return length <= 2 * dayMs && text !== '00:00'
    ? text
    : formatWith(time, { ...dayAndMonth, ...zone })
}

/** TIME-035: with the date for a long range, otherwise the time only. */
export const momentLabel = (time: number, { from, to, stepMs }: TimeSpan): string => {
  const zone = zoneOf(stepMs)
  if (to - from < dayMs)
    return formatWith(time, { ...(isOfSeconds(stepMs) ? clockOfSeconds : clock), ...zone })
  const hasYears = new Date(from).getFullYear() !== new Date(to).getFullYear()
  return formatWith(time, {
    weekday: 'short',
    ...dayAndMonth,
    ...(hasYears && { year: 'numeric' as const }),
    ...(isDaily(stepMs) ? zone : clock),
  })
}

/** A time range in words, for screen readers that announce a selection. */
export const stretchLabel = (start: number, end: number, span: TimeSpan): string =>
  `${momentLabel(start, span)} to ${momentLabel(end, span)}`
