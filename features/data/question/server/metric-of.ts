import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { UnknownMeasurement } from '@playhead/analytics/question/definition.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricAliases, type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { refusalOf } from './question-of.ts'

const isMetric = (id: string): id is MetricId => Object.hasOwn(metrics, id)

/** The metric that a URL names, also by an older name such as error_rate. */
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

/** Runs a query and turns what it refuses into an error of the API. */
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
