import type { Cohort } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { cdnName } from '@playhead/domain/cdns.ts'
import { countryName } from '@playhead/domain/countries.ts'
import { formatNumber } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { AnomalyMeasure } from '../../anomalies-contract.ts'
import { anomalyDefinitions } from './anomaly-measures.ts'

export const textOfValue = (measure: AnomalyMeasure, value: number | null): string => {
  const { defaultMeasurement, ...metric } = metrics[measure]
  return measure === 'views'
    ? formatNumber(Math.round(value ?? 0), 0)
    : formatMetricValue(value, metric, defaultMeasurement)
}

const named = ({ dimension, value }: NonNullable<Cohort>, errorName: string | undefined) => {
  if (dimension === 'error_type_id') return `error ${errorName ?? value}`
  if (dimension === 'country') return countryName(value)
  return dimension === 'cdn' ? cdnName(value) : value
}

const isOne: ReadonlySet<AnomalyMeasure> = new Set(['rebuffer_percentage', 'video_startup_time'])

const subject = (measure: AnomalyMeasure) =>
  `${metrics[measure].title} ${isOne.has(measure) ? 'is' : 'are'}`

/** `Playback failures are unusually high: Fastly, Germany` */
export const describeAnomaly = (
  measure: AnomalyMeasure,
  cohorts: readonly NonNullable<Cohort>[],
  errorName?: string,
): string => {
  const side = anomalyDefinitions[measure].area === 'above' ? 'high' : 'low'
  const what = `${subject(measure)} unusually ${side}`
  return cohorts.length === 0
    ? what
    : `${what}: ${cohorts.map((one) => named(one, errorName)).join(', ')}`
}

interface Impact {
  value: number | null
  usual: number
  views: number
  windowSeconds: number
}

/** What an anomaly means for viewers, as a sentence. */
export const impactOfAnomaly = (
  measure: AnomalyMeasure,
  { value, usual, views, windowSeconds }: Impact,
): string => {
  const usualText = textOfValue(measure, usual)
  const count = `${formatNumber(views, 0)} ${views === 1 ? 'view' : 'views'}`
  const minutes = `${windowSeconds / 60} minutes`
  if (measure === 'views') return `${count} ended in ${minutes}, where ${usualText} are usual.`
  if (value === null) return 'There is nothing to measure.'
  return `${subject(measure)} ${textOfValue(measure, value)} where ${usualText} is usual, in ${count} of ${minutes}.`
}
