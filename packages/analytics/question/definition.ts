import type { Formula } from '@playhead/metrics/formula.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metrics, type MetricId } from '@playhead/metrics/metrics.ts'

/** The metric does not have the requested measurement. */
export class UnknownMeasurement extends Error {
  override readonly name = 'UnknownMeasurement'
}

export interface Measured {
  metric: Metric
  measurement: Measurement
  formula: Formula
}

/** The formula of a metric, for its default measurement when none is given. */
export const measured = (id: MetricId, asked: Measurement | undefined): Measured => {
  const metric: Metric = metrics[id]
  const measurement = asked ?? metric.defaultMeasurement
  const formula = metric.measurements[measurement]
  if (formula !== undefined) return { metric, measurement, formula }
  const known = Object.keys(metric.measurements).join(', ')
  throw new UnknownMeasurement(`${id} is not measured as ${measurement}: it has ${known}.`)
}
