import type { Metric } from '@playhead/metrics/metric.ts'
import { metricAliases, metrics, type MetricId } from '@playhead/metrics/metrics.ts'
import { TextReader } from './text-reader.ts'

const metricOperators = ['<=', '>=', '!=', '<', '>', '='] as const
export type MetricOperator = (typeof metricOperators)[number]

/** METR-072: restricts views by their own value of a metric. */
export interface MetricFilter {
  metric: MetricId
  operator: MetricOperator
  value: number
  /** The original text, and its index in the list. */
  text: string
  position: number
}

/**
 * METR-080: texts that do not have the form `metric operator number` are ignored; a metric that cannot be compared is
 * an error.
 */
export const parseMetricFilters = (texts: readonly string[] | undefined): MetricFilter[] => {
  return (texts ?? []).flatMap((text, position) => {
    const reader = new TextReader('metric_filters', position, text)
    reader.takeWhile(/\s/)
    const nameOffset = reader.offset
    const name = reader.takeWhile(/[a-z0-9_]/)
    reader.takeWhile(/\s/)
    const operator = reader.take(...metricOperators)
    const number = reader.takeRest().trim()
    if (name === '' || operator === undefined || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number)) {
      return []
    }
    const value = Number(number)
    if (!Number.isFinite(value)) return []
    const metric = metricOf(name)
    if (metric === undefined) return reader.fail(`${name} is not a metric`, nameOffset)
    const definition: Metric = metrics[metric]
    if (definition.filterColumn === undefined) {
      return reader.fail(`Views cannot be filtered by ${name}`, nameOffset)
    }
    return [{ metric, operator, value, text, position }]
  })
}

/** A metric by its id or an older name of it. */
function metricOf(name: string): MetricId | undefined {
  if (Object.hasOwn(metrics, name)) return name as MetricId
  return Object.hasOwn(metricAliases, name)
    ? (metricAliases as Record<string, MetricId>)[name]
    : undefined
}
