import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { ruleValueText } from '../metric-text.ts'
import { audienceWords, dimensionTitle } from '../rule-words.ts'
import { numberIn, type RuleMetric, type RuleValues } from './rule-values.ts'
import type { Backtest } from './use-backtest.ts'

const counted = (count: number, one: string) =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`

/** In words, such as `41 minutes`. */
export const longDuration = (seconds: number) => {
  // An incident that opens with the last step has lasted no time yet.
  if (seconds < 1) return 'a moment'
  if (seconds < 60) return counted(Math.round(seconds), 'second')
  if (seconds < 7_200) return counted(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return counted(Math.round(seconds / 3_600), 'hour')
  return counted(Math.round(seconds / 86_400), 'day')
}

export const timesText = (count: number) => {
  if (count === 0) return 'never'
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${formatNumber(count)} times`
}

export const periodText = (days: number) =>
  days === 1 ? 'the last 24 hours' : `the last ${days} days`

/** Whether no window of the time has a value. */
export const isUnmeasured = (points: Backtest['points']) =>
  points.every(({ metricValue }) => metricValue === null)

/** Why no window has a value. The usual minimum is more than a small audience ever has. */
export const nothingText = (
  { metric, minViews, filters }: Pick<RuleValues, 'metric' | 'minViews' | 'filters'>,
  knownShare: number,
) => {
  const least = numberIn(minViews) ?? 0
  // A rule about the number of viewers has no minimum.
  const hasMinimum = least > 0 && metric !== 'current-concurrent-viewers'
  if (knownShare > 0 && hasMinimum) {
    const audience = `${formatNumber(least)} ${audienceWords(metric)}${filters.length > 0 ? ' that pass the filters' : ''}`
    return `No window of this time has at least ${audience}. Lower the minimum, or save the rule all the same.`
  }
  return `${filters.length > 0 ? 'No views of this time pass the filters.' : 'There are no views of this time.'} The rule can be saved all the same.`
}

interface Verdict {
  /** The parts in bold are at odd places. */
  parts: string[]
}

export const verdictOf = (
  { fired, seconds, points }: Pick<Backtest, 'fired' | 'seconds' | 'points'>,
  days: number,
): Verdict => {
  const period = periodText(days)
  if (fired === 0 && isUnmeasured(points))
    return { parts: ['This rule had ', 'nothing to judge', ` in ${period}.`] }
  if (fired === 0) return { parts: ['This rule would ', 'not', ` have fired in ${period}.`] }
  const times = fired === 1 ? '1 time' : `${formatNumber(fired)} times`
  return {
    parts: [
      'This rule would have fired ',
      times,
      ` in ${period}, for `,
      longDuration(seconds),
      fired === 1 ? '.' : ' altogether.',
    ],
  }
}

const methods = {
  recorded: 'Exact: what this rule has recorded, by the minute',
  samples: 'Exact: every step of five seconds',
  views: 'This is estimated from finished views, by the minute',
} as const

/** The answer does not say how many groups there were. */
const groupsText = ({ groupBy, groupsMax }: Pick<RuleValues, 'groupBy' | 'groupsMax'>) => {
  const most = numberIn(groupsMax)
  if (groupBy.length === 0 || most === undefined) return ''
  const groups = most === 1 ? 'the largest group' : `the ${formatNumber(most)} largest groups`
  return `, of ${groups} by ${groupBy.map(dimensionTitle).join(' and ')}`
}

/** How exact the answer is, and what it leaves out. */
export const exactnessOf = (
  { method, knownShare }: Pick<Backtest, 'method' | 'knownShare'>,
  rule: Pick<RuleValues, 'groupBy' | 'groupsMax'>,
) => {
  const text = `${methods[method]}${groupsText(rule)}.`
  return knownShare >= 0.995
    ? text
    : `${text} Something is known of ${formatPercent(knownShare * 100, 0)} of the time.`
}

type Suggestion = Backtest['suggestions'][number]

const offeredMax = 3

/** More firings than a person looks at. */
const manyFirings = 10

/** Of a rule that fires all the time: the nearest values with half of its firings, a tenth, and one at most. */
const quieterSuggestions = (nearest: readonly Suggestion[], fired: number) => {
  const found = [fired / 2, fired / 10, 1].flatMap(
    (most) => nearest.find((one) => one.fired <= most) ?? [],
  )
  return [...new Set(found)]
}

/** The nearest values that would have fired less often or more often. */
export const offeredSuggestions = (
  suggestions: readonly Suggestion[],
  { fired, value }: { fired: number; value: number },
): Suggestion[] => {
  const byCount = new Map<number, Suggestion>()
  const nearest = suggestions.toSorted(
    (one, other) => Math.abs(one.value - value) - Math.abs(other.value - value),
  )
  const quieter = fired > manyFirings ? quieterSuggestions(nearest, fired) : []
  if (quieter.length > 0) return quieter.toSorted((one, other) => one.fired - other.fired)
  for (const one of nearest)
    if (one.fired !== fired && !byCount.has(one.fired)) byCount.set(one.fired, one)
  return [...byCount.values()]
    .slice(0, offeredMax)
    .toSorted((one, other) => one.fired - other.fired)
}

export const suggestionText = (metric: RuleMetric, { value, fired }: Suggestion) =>
  `At ${ruleValueText(metric, value)}: ${timesText(fired)}`
