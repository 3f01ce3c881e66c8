import { quantile, ratio, sum, sumWith } from '../formula.ts'
import type { Metric } from '../metric.ts'
import { count, score, time } from './kinds.ts'
import {
  neverStarted,
  notKnownToBeLive,
  rest,
  withoutMeanScaling,
  withoutPlayedTime,
} from '../excluded-views.ts'

const group = 'video_quality'
const withoutScaling =
  'Views that do not report this scaling, such as audio and those of unknown sizes.'
const scaled = {
  group,
  category: 'quality_of_experience',
  unit: 'percentage',
  bucket: 'view_end',
  alertable: false,
  excludes: [neverStarted, rest(withoutScaling)],
} as const satisfies Partial<Metric>
const largest = (column: 'max_upscale_percentage' | 'max_downscale_percentage') =>
  ({
    defaultMeasurement: 'median',
    relativeTo: 'total_views',
    measurements: {
      avg: { kind: 'average', column },
      median: quantile(column, 0.5),
      '95th': quantile(column, 0.95),
    },
    filterColumn: column,
  }) as const

export const qualityMetrics = {
  video_quality_score: score('video_quality_score', {
    group,
    title: 'Video Quality Score',
    description: 'How sharp the picture was: whether it had to be stretched to fill the player.',
    explanation:
      'For each view 100 × e^(−0.33 × (0.15 × largest upscaling + 0.85 × mean upscaling)), where nothing stretched at any moment is none on average; then the mean over the views.',
    excludes: [
      neverStarted,
      withoutMeanScaling,
      rest('Views that report no scaling, such as audio and those of unknown sizes.'),
    ],
  }),
  upscale_percentage: {
    ...scaled,
    title: 'Upscaling',
    description: 'How far the picture is stretched beyond its own size on average.',
    explanation:
      'The upscaling at every moment weighted by the time it lasted, over the played time of all views.',
    better: 'lower',
    relativeTo: 'watch_time',
    defaultMeasurement: 'avg',
    measurements: {
      avg: ratio(
        sum('view_total_upscaling'),
        sumWith('view_total_content_playback_time', 'view_total_upscaling'),
      ),
      median: quantile('upscale_percentage', 0.5),
      '95th': quantile('upscale_percentage', 0.95),
    },
    filterColumn: 'upscale_percentage',
    excludes: [neverStarted, withoutPlayedTime('view_total_upscaling'), rest(withoutScaling)],
  },
  downscale_percentage: {
    ...scaled,
    title: 'Downscaling',
    description: 'How much more picture is sent on average than the player can show.',
    explanation:
      'The downscaling at every moment weighted by the time it lasted, over the played time of all views.',
    better: 'neither',
    relativeTo: 'watch_time',
    defaultMeasurement: 'avg',
    measurements: {
      avg: ratio(
        sum('view_total_downscaling'),
        sumWith('view_total_content_playback_time', 'view_total_downscaling'),
      ),
      median: quantile('downscale_percentage', 0.5),
      '95th': quantile('downscale_percentage', 0.95),
    },
    filterColumn: 'downscale_percentage',
    excludes: [neverStarted, withoutPlayedTime('view_total_downscaling'), rest(withoutScaling)],
  },
  max_upscale_percentage: {
    ...scaled,
    ...largest('max_upscale_percentage'),
    title: 'Largest upscaling',
    description: 'How far the picture is stretched at the worst moment of a view.',
    explanation: 'The largest upscaling of each view; of all views the median.',
    better: 'lower',
  },
  max_downscale_percentage: {
    ...scaled,
    ...largest('max_downscale_percentage'),
    title: 'Largest downscaling',
    description: 'How much the picture is shrunk at the most wasteful moment of a view.',
    explanation: 'The largest downscaling of each view; of all views the median.',
    better: 'neither',
  },
  weighted_average_bitrate: time('weighted_average_bitrate', {
    group,
    unit: 'bits_per_second',
    title: 'Weighted average bitrate',
    description: 'The bitrate people see, as promised by the manifest.',
    explanation:
      'For each view the bitrates of its renditions weighted by their playing time; of all views the median.',
    better: 'higher',
    excludes: [neverStarted, rest('Views that report no bitrates.')],
  }),
  rendition_change_count: count('rendition_change_count', {
    group,
    title: 'Rendition changes',
    description: 'How often the player changes between renditions.',
    explanation: 'The changes of each view; then the mean over the views.',
    better: 'neither',
    excludes: [neverStarted, rest('Views that report no renditions.')],
  }),
  rendition_upshift_count: count('rendition_upshift_count', {
    group,
    title: 'Rendition upshifts',
    description: 'How often the player changes to a better rendition.',
    explanation: 'The changes of each view to a higher bitrate; then the mean over the views.',
    better: 'neither',
    excludes: [neverStarted, rest('Views that report no renditions.')],
  }),
  rendition_downshift_count: count('rendition_downshift_count', {
    group,
    title: 'Rendition downshifts',
    description: 'How often the player changes to a lesser rendition.',
    explanation: 'The changes of each view to a lower bitrate; then the mean over the views.',
    excludes: [neverStarted, rest('Views that report no renditions.')],
  }),
  live_stream_latency: time('live_stream_latency', {
    group,
    title: 'Live stream latency',
    description: 'How far behind the live moment viewers are.',
    explanation:
      'For each view the mean of what its player states, or else of the difference between the clock of the server and the programme time on screen, of moments at most five minutes behind; of all views the median.',
    excludes: [
      notKnownToBeLive,
      rest(
        'Live views that never reported how far behind they were while they played near the live moment.',
      ),
    ],
  }),
} as const satisfies Record<string, Metric>
