import { average, countWhere, quantile, ratio, sum, views, type Formula } from '../formula.ts'
import type { Measurement, Metric } from '../metric.ts'
import type { FlagColumn, NumberColumn } from '../view-columns.ts'

type MetricTexts = Pick<Metric, 'title' | 'group' | 'description' | 'explanation'> & Partial<Metric>

const quality = {
  category: 'quality_of_experience',
  bucket: 'view_end',
  relativeTo: 'total_views',
  alertable: false,
} as const

/** The measurements of every numeric column of a view. */
export const spread = (column: NumberColumn) =>
  ({
    avg: average(column),
    median: quantile(column, 0.5),
    '95th': quantile(column, 0.95),
  }) as const satisfies Partial<Record<Measurement, Formula>>

export const score = (column: NumberColumn, texts: MetricTexts): Metric => ({
  ...quality,
  unit: 'score',
  better: 'higher',
  defaultMeasurement: 'avg',
  measurements: spread(column),
  filterColumn: column,
  ...texts,
})

/** The share of all views for which a flag is true. */
export const shareOfViews = (flag: FlagColumn, texts: MetricTexts): Metric => ({
  ...quality,
  unit: 'percentage',
  better: 'lower',
  defaultMeasurement: 'avg',
  measurements: { avg: ratio(countWhere(flag), views) },
  ...texts,
})

export const time = (column: NumberColumn, texts: MetricTexts): Metric => ({
  ...quality,
  unit: 'milliseconds',
  better: 'lower',
  defaultMeasurement: 'median',
  measurements: spread(column),
  filterColumn: column,
  ...texts,
})

export const count = (column: NumberColumn, texts: MetricTexts): Metric => ({
  ...quality,
  unit: 'number',
  better: 'lower',
  defaultMeasurement: 'avg',
  measurements: { ...spread(column), sum: sum(column) },
  filterColumn: column,
  ...texts,
})

export const audience = {
  group: 'engagement',
  category: 'viewer_metrics',
  bucket: 'view_start',
  relativeTo: 'total_views',
  better: 'neither',
  alertable: false,
} as const satisfies Partial<Metric>
