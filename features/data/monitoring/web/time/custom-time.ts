import { keptSeconds, stepOf } from './steps.ts'

/** As typed, in the time zone of the browser. MONI-015 */
export interface CustomTime {
  day: 'today' | 'yesterday'
  hour: string
  minute: string
}

export interface CustomTimeErrors {
  hour?: string
  minute?: string
  time?: string
}

interface ReadCustomTime {
  /** The first step of the window; undefined with an error. */
  start?: number
  errors: CustomTimeErrors
}

const dayBefore = { today: 0, yesterday: 1 }

const two = (value: number) => String(value).padStart(2, '0')

const numberUpTo = (text: string, max: number) => {
  const value = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value <= max ? value : undefined
}

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

export const customTimeAt = (seconds: number, newest: number): CustomTime => {
  const [at, now] = [new Date(seconds * 1_000), new Date(newest * 1_000)]
  return {
    day: isSameDay(at, now) ? 'today' : 'yesterday',
    hour: two(at.getHours()),
    minute: two(at.getMinutes()),
  }
}

/** MONI-014, MONI-015, MONI-016 */
export const readCustomTime = (
  { day, hour: typedHour, minute: typedMinute }: CustomTime,
  newest: number,
): ReadCustomTime => {
  const hour = numberUpTo(typedHour, 23)
  const minute = numberUpTo(typedMinute, 59)
  if (hour === undefined || minute === undefined)
    return {
      errors: {
        ...(hour === undefined && { hour: 'From 00 to 23.' }),
        ...(minute === undefined && { minute: 'From 00 to 59.' }),
      },
    }
  const now = new Date(newest * 1_000)
  const date = now.getDate() - dayBefore[day]
  const chosen = new Date(now.getFullYear(), now.getMonth(), date, hour, minute).getTime() / 1_000
  if (chosen < newest - keptSeconds)
    return { errors: { time: 'Choose a time within the last 24 hours.' } }
  return { start: stepOf(Math.min(chosen, newest)), errors: {} }
}

/** What a field shows once it is left: two digits, and for today no later than now. MONI-015, MONI-016 */
export const settledCustomTime = (draft: CustomTime, newest: number): CustomTime => {
  const pad = (text: string) => (/^\d$/.test(text.trim()) ? text.trim().padStart(2, '0') : text)
  const { start } = readCustomTime(draft, newest)
  if (start === undefined) return { ...draft, hour: pad(draft.hour), minute: pad(draft.minute) }
  return customTimeAt(start, newest)
}
