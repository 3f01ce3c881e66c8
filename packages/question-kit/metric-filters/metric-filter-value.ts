import { formatNumber, type Unit, units } from '@playhead/domain/format.ts'
import { shownPerWire } from '@playhead/metrics/format.ts'
import type { Metric, MetricUnit } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import type { MetricOperator, MetricPredicate } from '../question/predicate.ts'

interface TypedUnit {
  unit?: Unit
  perWire: number
  step?: number
  max?: number
}

/** METR-076: the units of the input; times are in seconds, which the step reflects. */
const typedUnits: Record<MetricUnit, TypedUnit> = {
  number: { perWire: shownPerWire.number },
  score: { unit: 'score', perWire: shownPerWire.score, max: 100 },
  percentage: { unit: 'percent', perWire: shownPerWire.percentage, step: 0.01 },
  per_minute: { unit: 'per_minute', perWire: shownPerWire.per_minute, step: 0.01 },
  bits_per_second: { unit: 'mbps', perWire: shownPerWire.bits_per_second, max: 1e14 },
  milliseconds: {
    unit: 'time',
    perWire: shownPerWire.milliseconds / 1000,
    step: 0.001,
    max: 1e17,
  },
}

export const typedUnitOf = (metric: MetricId): TypedUnit => {
  const { unit }: Metric = metrics[metric]
  return typedUnits[unit]
}

/** Twelve digits hide the errors of binary fractions. */
const rounded = (value: number) => Number(value.toPrecision(12))

export const wireValue = (metric: MetricId, typed: number) =>
  Number((typed / typedUnitOf(metric).perWire).toPrecision(15))

export const typedValue = ({ metric, value }: Pick<MetricPredicate, 'metric' | 'value'>) =>
  rounded(value * typedUnitOf(metric).perWire)

export const unitText = (metric: MetricId) => {
  const { unit } = typedUnitOf(metric)
  return unit ? units[unit] : ''
}

const decimalsOf = (value: number) => {
  const [, decimals = ''] = /\.(\d+)$/.exec(String(value)) ?? []
  return decimals.length
}

/** METR-075, METR-076: the error of a typed value; undefined when it is valid. */
export const problemOf = (metric: MetricId, text: string): string | undefined => {
  if (text.trim() === '') return 'A value is required.'
  const value = Number(text)
  if (!Number.isFinite(value)) return 'The value must be a number.'
  if (value < 0) return 'The value must be at least 0.'
  const { max, step } = typedUnitOf(metric)
  if (max !== undefined && value > max) return `The value must be at most ${formatNumber(max)}.`
  const decimals = step === undefined ? Infinity : decimalsOf(step)
  return decimalsOf(value) > decimals ? `At most ${decimals} decimals.` : undefined
}

export const operatorSigns: Record<MetricOperator, string> = {
  '<': '<',
  '<=': '≤',
  '=': '=',
  '!=': '≠',
  '>': '>',
  '>=': '≥',
}

/** METR-073 */
export const displayMetricPredicate = (predicate: MetricPredicate) => {
  const typed = typedValue(predicate)
  const displayValue = formatNumber(typed, decimalsOf(typed))
  const displayUnit = unitText(predicate.metric)
  const space = displayUnit === '' || displayUnit.startsWith('/') ? '' : ' '
  return {
    displayName: metrics[predicate.metric].title,
    displayValue,
    displayUnit,
    text: `${operatorSigns[predicate.operator]} ${displayValue}${space}${displayUnit}`,
  }
}
