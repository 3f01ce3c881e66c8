import type { Flags } from '@playhead/domain/flags.ts'
import { type Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import {
  type MetricPredicate,
  parseAll,
  parseMetricPredicate,
  parsePredicate,
  type Predicate,
  writeMetricPredicate,
  writePredicate,
} from './predicate.ts'
import {
  defaultTimeframe,
  isOffered,
  rangeOf,
  resolveTimeframe,
  type ResolvedTimeframe,
} from '../timeframe/timeframe.ts'

/** The question of the URL, adjusted to what the plan and the range allow. */
export interface Question {
  timeframe: readonly string[]
  predicates: readonly Predicate[]
  metricPredicates: readonly MetricPredicate[]
}

export type QuestionFlags = Pick<
  Flags,
  'historicalMetrics' | 'retentionDays' | 'metricFiltersEnabled' | 'maxFilters'
>

interface Circumstances {
  now: number
  flags: QuestionFlags
  fallback: string
}

type Search = Record<string, string | string[] | undefined>

const listOf = (value: string | string[] | undefined) =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const isBasic = (id: DimensionId) => {
  const dimension: Dimension = dimensions[id]
  return dimension.isBasic
}

/** TIME-028: whether a historical range would drop some of these filters. */
export const hasMoreThanBasic = ({ predicates, metricPredicates }: Question) =>
  metricPredicates.length > 0 || predicates.some(({ dimension }) => !isBasic(dimension))

/** METR-064: the last filter of a dimension decides whether all its values are included or excluded. */
const withOneSign = (predicates: readonly Predicate[]) => {
  const excluded = new Map(predicates.map(({ dimension, isExcluded }) => [dimension, isExcluded]))
  const signed = predicates.map((one) => ({ ...one, isExcluded: excluded.get(one.dimension)! }))
  // A value that was both included and excluded now appears twice.
  return [...new Map(signed.map((one) => [writePredicate(one), one])).values()]
}

/** METR-069: the first ones are kept. */
const withinLimit = <Item>(items: readonly Item[], nameOf: (item: Item) => string, max: number) => {
  if (max < 0) return items
  const kept = new Set([...new Set(items.map(nameOf))].slice(0, max))
  return items.filter((item) => kept.has(nameOf(item)))
}

/** TIME-007: a valid timeframe that is not offered becomes 24 hours, an invalid one the default of the screen. */
const timeframeOf = (given: readonly string[], { now, flags, fallback }: Circumstances) => {
  if (!rangeOf(given, now)) return [fallback]
  return isOffered(given, now, flags) ? given : [defaultTimeframe]
}

interface ReadQuestion {
  question: Question
  /** Whether the URL has a timeframe; otherwise the default of the screen applies. */
  isTimeframeChosen: boolean
  resolved: ResolvedTimeframe
  /** Filters that the range does not allow were dropped. TIME-029, TIME-030 */
  hasLost: boolean
}

export const readQuestion = (
  search: Search,
  { now, flags, fallback }: Circumstances,
): ReadQuestion => {
  const given = listOf(search.timeframe)
  const timeframe = timeframeOf(given, { now, flags, fallback })
  const resolved = resolveTimeframe(timeframe, now, flags)!
  const all = withOneSign(parseAll(listOf(search.filters), parsePredicate, writePredicate))
  const allMetric = parseAll(
    listOf(search.metric_filters),
    parseMetricPredicate,
    writeMetricPredicate,
  )
  const possible = resolved.isHistorical ? all.filter(({ dimension }) => isBasic(dimension)) : all
  const possibleMetric = resolved.isHistorical || !flags.metricFiltersEnabled ? [] : allMetric
  return {
    question: {
      timeframe,
      predicates: withinLimit(possible, ({ dimension }) => dimension, flags.maxFilters),
      metricPredicates: withinLimit(possibleMetric, ({ metric }) => metric, flags.maxFilters),
    },
    isTimeframeChosen: rangeOf(given, now) !== undefined,
    resolved,
    hasLost:
      resolved.isHistorical &&
      (possible.length < all.length || possibleMetric.length < allMetric.length),
  }
}

/** The parameters for the URL and for links to other screens; defaults are omitted. */
export const questionSearch = (
  { timeframe, predicates, metricPredicates }: Question,
  fallback?: string,
): { timeframe?: string[]; filters?: string[]; metric_filters?: string[] } => ({
  timeframe: timeframe.length === 1 && timeframe[0] === fallback ? undefined : [...timeframe],
  filters: predicates.length > 0 ? predicates.map(writePredicate) : undefined,
  metric_filters:
    metricPredicates.length > 0 ? metricPredicates.map(writeMetricPredicate) : undefined,
})

/** The query parameters of every question about views. */
export const questionQueryOf = ({ timeframe, predicates, metricPredicates }: Question) => ({
  timeframe: [...timeframe],
  filters: predicates.map(writePredicate),
  metricFilters: metricPredicates.map(writeMetricPredicate),
})

/**
 * A dimension is included or excluded as a whole (METR-064), so a value of the other kind replaces the existing ones;
 * excluding one of several included values keeps the others.
 */
export const withPredicate = (
  predicates: readonly Predicate[],
  added: Predicate,
): readonly Predicate[] => {
  const isOther = ({ dimension, isExcluded }: Predicate) =>
    dimension === added.dimension && isExcluded !== added.isExcluded
  const opposite = writePredicate({ ...added, isExcluded: !added.isExcluded })
  const left = predicates.filter((one) => isOther(one) && writePredicate(one) !== opposite)
  if (added.isExcluded && left.length > 0)
    return predicates.filter((one) => writePredicate(one) !== opposite)
  const text = writePredicate(added)
  return [...predicates.filter((one) => !isOther(one) && writePredicate(one) !== text), added]
}

export const withoutPredicates = (
  predicates: readonly Predicate[],
  isRemoved: (predicate: Predicate) => boolean,
): readonly Predicate[] => {
  const kept = predicates.filter((one) => !isRemoved(one))
  const isCountryGone =
    kept.length < predicates.length &&
    predicates.some((one) => one.dimension === 'country' && isRemoved(one))
  // METR-068: a region has no meaning without its country.
  return isCountryGone ? kept.filter(({ dimension }) => dimension !== 'region') : kept
}

/** The preceding range of equal length. */
export const rangeBefore = ({ startMs, endMs }: { startMs: number; endMs: number }) => {
  const length = endMs - startMs
  return [startMs - length, startMs].map((ms) => String(Math.floor(ms / 1_000)))
}
