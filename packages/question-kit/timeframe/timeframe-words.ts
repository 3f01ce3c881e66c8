import { dateFormatter } from '@playhead/domain/formatters.ts'
import {
  historicalPresets,
  isHistorical,
  type Limits,
  presets,
  rangeOf,
  type TimeframeTexts,
} from './timeframe.ts'

interface WordCircumstances {
  now: number
  limits: Limits
  timeZone?: string
}

const secondMs = 1_000
const minuteMs = 60 * secondMs

const isAtMidnight = (ms: number, timeZone: string | undefined) =>
  dateFormatter({ timeStyle: 'short', hourCycle: 'h23', timeZone }).format(ms) === '00:00'

/** `Nov 14 – 20, 2025` for whole days, otherwise with times; the current year is omitted. */
const rangeInWords = (startMs: number, endMs: number, now: number, timeZone?: string) => {
  const yearOf = (ms: number) => dateFormatter({ year: 'numeric', timeZone }).format(ms)
  const isThisYear = [startMs, endMs].every((ms) => yearOf(ms) === yearOf(now))
  const nextMinuteMs = endMs - (endMs % minuteMs) + minuteMs
  const areDays =
    isAtMidnight(startMs, timeZone) &&
    (isAtMidnight(endMs, timeZone) || isAtMidnight(nextMinuteMs, timeZone))
  const style = dateFormatter({
    month: 'short',
    day: 'numeric',
    timeZone,
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(areDays ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  return style
    .formatRange(startMs, areDays ? endMs - secondMs : endMs)
    .replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
}

/** The timeframe as the control shows it. */
export const timeframeWords = (
  texts: TimeframeTexts,
  { now, limits, timeZone }: WordCircumstances,
): string => {
  const [alias = ''] = texts
  const preset = [...presets, ...historicalPresets].find((one) => one.alias === alias)
  if (preset) return preset.label
  const range = rangeOf(texts, now)
  if (!range) return ''
  if (texts.length === 1) {
    const [amount = '', unit = ''] = alias.split(':')
    return amount === '1' ? `Last ${unit.slice(0, -1)}` : `Last ${amount} ${unit}`
  }
  const isOfDays = limits.historicalMetrics && isHistorical(range, now, limits)
  const words = rangeInWords(range.startMs, range.endMs, now, isOfDays ? 'UTC' : timeZone)
  return isOfDays ? `${words} UTC` : words
}
