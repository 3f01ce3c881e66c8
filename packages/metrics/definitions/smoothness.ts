import { quantile, ratio, sum, sumWith } from '../formula.ts'
import type { Metric } from '../metric.ts'
import { count, score, time } from './kinds.ts'
import { neverStarted, rest, withoutWatchTime } from '../excluded-views.ts'

const group = 'smoothness'
const excludes = [neverStarted, rest('Views that do not report stalls.')]
const ofWatchTime = [neverStarted, withoutWatchTime, rest('Views that do not report stalls.')]

export const smoothnessMetrics = {
  rebuffer_score: score('rebuffer_score', {
    group,
    title: 'Smoothness Score',
    description: 'How free of stalls playback was, by their number and their length.',
    explanation:
      'For each view the mean of 100 / √(1 + (stalls / 2)²) and 100 × e^(−10 × stalled share of the watch time); then the mean over the views.',
    excludes: ofWatchTime,
  }),
  rebuffer_percentage: {
    group,
    title: 'Rebuffering percentage',
    category: 'quality_of_experience',
    unit: 'percentage',
    description: 'The share of the time people watched that they spent waiting for more video.',
    explanation: 'The rebuffering time of all views divided by their watch time.',
    better: 'lower',
    bucket: 'view_end',
    relativeTo: 'watch_time',
    defaultMeasurement: 'avg',
    measurements: {
      avg: ratio(sum('rebuffer_duration'), sumWith('watch_time', 'rebuffer_duration')),
      median: quantile('rebuffer_percentage', 0.5),
      '95th': quantile('rebuffer_percentage', 0.95),
    },
    filterColumn: 'rebuffer_percentage',
    alertable: true,
    excludes: ofWatchTime,
  },
  rebuffer_frequency: {
    group,
    title: 'Rebuffering frequency',
    category: 'quality_of_experience',
    unit: 'per_minute',
    description: 'How often playback stalls in the time people watch.',
    explanation:
      'The stalls of all views divided by their watch time. The API gives stalls per millisecond, screens show them per minute.',
    better: 'lower',
    bucket: 'view_end',
    relativeTo: 'watch_time',
    defaultMeasurement: 'avg',
    measurements: {
      avg: ratio(sum('rebuffer_count'), sumWith('watch_time', 'rebuffer_count')),
      median: quantile('rebuffer_frequency', 0.5),
      '95th': quantile('rebuffer_frequency', 0.95),
    },
    filterColumn: 'rebuffer_frequency',
    alertable: false,
    excludes: ofWatchTime,
  },
  rebuffer_duration: time('rebuffer_duration', {
    group,
    title: 'Rebuffering duration',
    description: 'How long a view stalls in all.',
    explanation: 'The rebuffering time of each view; of all views the median.',
    excludes,
  }),
  rebuffer_count: count('rebuffer_count', {
    group,
    title: 'Rebuffering count',
    description: 'How often a view stalls.',
    explanation: 'The stalls of each view; of all views the median.',
    decimals: 3,
    defaultMeasurement: 'median',
    excludes,
  }),
} as const satisfies Record<string, Metric>
