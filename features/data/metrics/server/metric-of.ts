import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { UnknownMeasurement } from '@playhead/analytics/definition.ts'
import type { Question } from '@playhead/analytics/question.ts'
import { type Step, stepCount, stepOf } from '@playhead/analytics/step.ts'
import { refusalOf } from '@playhead/features/data/filters/server'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricAliases, type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { metricLimits } from '../contract.ts'

const isMetric = (id: string): id is MetricId => Object.hasOwn(metrics, id)

/** A metric of an address, also by its older names such as error_rate. */
export const metricOf = (id: string): MetricId => {
  const aliases: Record<string, MetricId> = metricAliases
  const known = Object.hasOwn(aliases, id) ? aliases[id]! : id
  if (isMetric(known)) return known
  throw notFound('metric')
}

export const measurementOf = (id: MetricId, asked: Measurement | undefined): Measurement => {
  const metric: Metric = metrics[id]
  return asked ?? metric.defaultMeasurement
}

/** `seriesCount` lines are drawn with one point for each step. */
export const stepFor = (
  question: Question,
  asked: string | undefined,
  field: string,
  seriesCount = 1,
): Step => {
  const step = stepOf(question.timeframe, asked)
  if (!step) throw invalidField(field, `${field}: there is no step ${asked}.`)
  const stepMax = Math.min(metricLimits.stepMax, metricLimits.pointMax / seriesCount)
  if (stepCount(question.timeframe, step) > stepMax)
    throw invalidField(field, `${field}: the timeframe is too long for steps of one ${step}.`)
  return step
}

/** A dimension that somebody wants metrics by. */
export const breakdownDimensionOf = (id: string, field: string): DimensionId => {
  const known: Record<string, Dimension> = dimensions
  if (Object.hasOwn(known, id) && known[id]?.isBreakdown) return id as DimensionId
  throw invalidField(field, `${field}: there is no dimension ${id} to break down by.`)
}

/** Asks, and says what the answer refuses in the words of the API. */
export const asking = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UnknownMeasurement)
      throw new ApiError('invalid_parameters', {
        messages: [error.message],
        fields: { measurement: [error.message] },
      })
    throw refusalOf(error)
  }
}
