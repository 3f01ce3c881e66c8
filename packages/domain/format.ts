import { dateFormatter, numberFormatter, relativeTimeFormatter } from './formatters.ts'

export const unknownValue = '–'
export const unavailableScore = 'N/A'

export const units = {
  score: '/100',
  percent: '%',
  per_minute: '/min',
  per_hour: '/hr',
  mbps: 'Mbps',
  time: 's',
} as const

export type Unit = keyof typeof units

type Maybe = number | null | undefined

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const secondsUntilMs = 180_000
const decimalSecondsUntilMs = 30_000
const relativeUntilMs = 12 * hourMs

function isKnown(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

// Rounding a small negative number must not leave a minus sign before a zero.
function withoutNegativeZero(text: string): string {
  return /^-[0.,]+$/.test(text) ? text.slice(1) : text
}

export const formatNumber = (value: Maybe, decimals = 0): string => {
  if (!isKnown(value)) return unknownValue
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return withoutNegativeZero(numberFormatter(digits).format(value))
}

function atMostOneDecimal(value: number): string {
  return withoutNegativeZero(value.toFixed(1).replace(/\.0$/, ''))
}

const magnitudes = [
  { letter: 'k', size: 1e3 },
  { letter: 'M', size: 1e6 },
  { letter: 'B', size: 1e9 },
]

export const abbreviateNumber = (value: Maybe): string => {
  if (!isKnown(value)) return unknownValue
  const absolute = Math.abs(value)
  if (absolute < 1000) return atMostOneDecimal(value)
  // 999,950 rounds to a thousand thousands, which is written 1M.
  const magnitude =
    magnitudes.find(({ size }) => Math.round(absolute / (size / 10)) < 10_000) ?? magnitudes.at(-1)
  if (!magnitude) return atMostOneDecimal(value)
  return `${atMostOneDecimal(value / magnitude.size)}${magnitude.letter}`
}

export const formatPercent = (value: Maybe, decimals = 1): string => {
  return isKnown(value) ? `${formatNumber(value, decimals)} %` : unknownValue
}

export const formatWithUnit = (value: Maybe, unit: Unit, decimals = 0): string => {
  if (!isKnown(value)) return unit === 'score' ? unavailableScore : unknownValue
  const isAttached = unit === 'score' || unit === 'per_minute' || unit === 'per_hour'
  return `${formatNumber(value, decimals)}${isAttached ? '' : ' '}${units[unit]}`
}

/** KIT-039: with `like`, in the unit of that duration, so that a difference has the unit of what it is beside. */
export const formatDuration = (milliseconds: Maybe, like?: Maybe): string => {
  if (!isKnown(milliseconds)) return unknownValue
  const absolute = Math.abs(milliseconds)
  if (isKnown(like) && Math.abs(like) >= secondsUntilMs) {
    const isMinutes = Math.abs(like) < hourMs
    const count = milliseconds / (isMinutes ? minuteMs : hourMs)
    return `${formatNumber(count, Math.abs(count) < 10 ? 2 : 0)} ${isMinutes ? 'm' : 'h'}`
  }
  if (isKnown(like)) {
    const isFine = absolute < decimalSecondsUntilMs
    return `${formatNumber(milliseconds / 1000, isFine ? 2 : 0)} s`
  }
  if (absolute < decimalSecondsUntilMs) return `${formatNumber(milliseconds / 1000, 2)} s`
  if (absolute < secondsUntilMs) return `${formatNumber(milliseconds / 1000)} s`
  if (absolute < hourMs) return `${atMostOneDecimal(milliseconds / minuteMs)} m`
  return `${atMostOneDecimal(milliseconds / hourMs)} h`
}

const durationParts = [
  { letter: 'd', size: dayMs },
  { letter: 'h', size: hourMs },
  { letter: 'm', size: minuteMs },
  { letter: 's', size: 1000 },
]

export const formatDurationParts = (milliseconds: Maybe): string => {
  if (!isKnown(milliseconds)) return unknownValue
  let rest = Math.round(Math.abs(milliseconds) / 1000) * 1000
  const parts = durationParts.map(({ letter, size }) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { letter, count }
  })
  const first = parts.findIndex((part) => part.count > 0)
  if (first === -1) return '0 s'
  const sign = milliseconds < 0 ? '-' : ''
  const shown = parts.slice(first, first + 2).filter((part) => part.count > 0)
  return sign + shown.map((part) => `${part.count} ${part.letter}`).join(' ')
}

const two = (count: number) => String(count).padStart(2, '0')

/** A length or a position in a video, as players show it: `2:14`, `1:05:55`, with decimals `0:12.4`. docs/adr/0102 */
export const formatLength = (milliseconds: Maybe, decimals = 0): string => {
  if (!isKnown(milliseconds)) return unknownValue
  const unit = 1000 / 10 ** decimals
  const rounded = Math.round(Math.abs(milliseconds) / unit) * unit
  const whole = Math.floor(rounded / 1000)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const fraction =
    decimals > 0 ? `.${String(Math.round((rounded % 1000) / unit)).padStart(decimals, '0')}` : ''
  const text = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${fraction}`
  return milliseconds < 0 && rounded > 0 ? `-${text}` : text
}

interface DateFormatOptions {
  now?: Date
  timeZone?: string
}

function toDate(value: Date | string | number | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

export const formatFullDate = (
  value: Date | string | number | null | undefined,
  { timeZone }: DateFormatOptions = {},
): string => {
  const date = toDate(value)
  if (!date) return unknownValue
  const style = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone } as const
  return dateFormatter(style).format(date).replaceAll('\u202f', ' ')
}

export const formatDay = (
  value: Date | string | number | null | undefined,
  { timeZone }: DateFormatOptions = {},
): string => {
  const date = toDate(value)
  if (!date) return unknownValue
  return dateFormatter({ dateStyle: 'medium', timeZone }).format(date)
}

export const formatDate = (
  value: Date | string | number | null | undefined,
  options: DateFormatOptions = {},
): string => {
  const date = toDate(value)
  if (!date) return unknownValue
  const differenceMs = date.getTime() - (options.now ?? new Date()).getTime()
  const distanceMs = Math.abs(differenceMs)
  if (distanceMs > relativeUntilMs) return formatFullDate(date, options)
  const relative = relativeTimeFormatter({ numeric: 'auto' })
  if (distanceMs < minuteMs) return relative.format(Math.round(differenceMs / 1000), 'second')
  if (distanceMs < hourMs) return relative.format(Math.round(differenceMs / minuteMs), 'minute')
  return relative.format(Math.round(differenceMs / hourMs), 'hour')
}

export const formatAsn = (asn: number | string | null | undefined): string => {
  if (asn === null || asn === undefined || asn === '') return unknownValue
  return `AS${String(asn).replace(/^as/i, '')}`
}

type ScoreTone = 'good' | 'warn' | 'bad'

export const scoreTone = (score: number): ScoreTone => {
  if (score >= 85) return 'good'
  return score < 65 ? 'bad' : 'warn'
}

export const formatScore = (score: Maybe): string => {
  return isKnown(score) ? formatNumber(score, 2) : unavailableScore
}
