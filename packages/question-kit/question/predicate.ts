import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { metricAliases, type MetricId, metrics } from '@playhead/metrics/metrics.ts'

/** METR-052, without names, which only the screen knows. */
export interface Predicate {
  dimension: DimensionId
  /** In the form of filters: `__null__` and `__empty__` stand for no value and the empty text. METR-051 */
  value: string
  isExcluded: boolean
  /** For lists such as the CDN trace: matches when the list contains the value. */
  isMember?: boolean
}

export const metricOperators = ['<', '<=', '=', '!=', '>', '>='] as const
export type MetricOperator = (typeof metricOperators)[number]

/** METR-073; the value has the unit of the API. */
export interface MetricPredicate {
  metric: MetricId
  operator: MetricOperator
  value: number
}

const filterPattern = /^([!+\- ]?)([a-z0-9_]+):([^]*)$/
const metricFilterPattern =
  /^\s*([a-z0-9_]+)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*$/i

export const isDimension = (name: string): name is DimensionId => Object.hasOwn(dimensions, name)

const nullValue = '__null__'
const emptyValue = '__empty__'

/** METR-051 */
export const predicateValue = (value: string | null) => {
  if (value === null) return nullValue
  return value === '' ? emptyValue : value
}

export const valueOfPredicate = (value: string): string | null => {
  if (value === nullValue) return null
  return value === emptyValue ? '' : value
}

const isSpecial = (value: string) => value === nullValue || value === emptyValue
const isNumber = (value: string) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))

/** The API refuses all other values. */
const isValueOf = ({ valueKind }: Dimension, value: string) => {
  if (isSpecial(value)) return true
  if (valueKind === 'flag') return value === 'true' || value === 'false'
  return valueKind !== 'number' || isNumber(value)
}

/** A URL may hold anything: texts that are not a filter are ignored. */
export const parsePredicate = (text: string): Predicate[] => {
  const [, sign = '', name = '', value = ''] = filterPattern.exec(text) ?? []
  if (!isDimension(name) || !isValueOf(dimensions[name], value)) return []
  const isList = dimensions[name].valueKind === 'list'
  const isMember = isList && !isSpecial(value) && !/^\[.*\]$/s.test(value)
  const isExcluded = sign === '!' || sign === '-'
  return [{ dimension: name, value, isExcluded, ...(isMember && { isMember }) }]
}

export const writePredicate = ({ dimension, value, isExcluded, isMember }: Predicate) => {
  const sign = isMember ? (isExcluded ? '-' : '+') : isExcluded ? '!' : ''
  return `${sign}${dimension}:${value}`
}

const metricOf = (name: string): MetricId | undefined => {
  if (Object.hasOwn(metrics, name)) return name as MetricId
  return (metricAliases as Record<string, MetricId | undefined>)[name]
}

/** METR-074 */
export const isFilterable = (metric: MetricId) => 'filterColumn' in metrics[metric]

/** METR-080: texts that do not match the pattern are ignored. */
export const parseMetricPredicate = (text: string): MetricPredicate[] => {
  const [, name = '', operator = '', number = ''] = metricFilterPattern.exec(text) ?? []
  const metric = metricOf(name)
  const value = Number(number)
  if (!metric || number === '' || !Number.isFinite(value) || !isFilterable(metric)) return []
  return [{ metric, operator: operator as MetricOperator, value }]
}

export const writeMetricPredicate = ({ metric, operator, value }: MetricPredicate) =>
  `${metric}${operator}${value}`

/** Parses each text once, in the given order. */
export const parseAll = <Item>(
  texts: readonly string[],
  parse: (text: string) => Item[],
  write: (item: Item) => string,
): Item[] => {
  const items = texts.flatMap(parse)
  return [...new Map(items.map((item) => [write(item), item])).values()]
}
