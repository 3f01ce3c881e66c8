import { quantile, ratio, sum } from '../formula.ts'
import type { Metric } from '../metric.ts'
import type { NumberColumn } from '../view-columns.ts'
import { audience, count, spread, time } from './kinds.ts'
import { rest, withoutAds, withoutAny } from '../excluded-views.ts'

const ad = {
  group: 'ads',
  isBeta: true,
  excludes: [withoutAds, rest('Views with ads that do not report this about their ads.')],
} as const

const counted = (
  column: NumberColumn,
  texts: Pick<Metric, 'title' | 'description' | 'explanation'>,
) =>
  ({
    ...audience,
    ...ad,
    ...texts,
    unit: 'number',
    defaultMeasurement: 'sum',
    measurements: { ...spread(column), sum: sum(column) },
    filterColumn: column,
  }) as const satisfies Metric

const withoutAnyOf = (column: 'ad_attempt_count' | 'ad_break_count') => [
  column === 'ad_break_count'
    ? withoutAny(column, 'Views with ads that reached no ad break.')
    : withoutAny(column, 'Views with ads of which none was requested to play.'),
]

const shareOf = (
  over: NumberColumn,
  under: 'ad_attempt_count' | 'ad_break_count',
  column: NumberColumn,
  texts: Pick<Metric, 'title' | 'description' | 'explanation'>,
) =>
  ({
    ...ad,
    excludes: [withoutAds, ...withoutAnyOf(under), ...ad.excludes.slice(1)],
    ...texts,
    category: 'quality_of_experience',
    unit: 'percentage',
    better: 'lower',
    bucket: 'view_end',
    relativeTo: 'total_views',
    defaultMeasurement: 'avg',
    measurements: {
      avg: ratio(sum(over), sum(under)),
      median: quantile(column, 0.5),
      '95th': quantile(column, 0.95),
    },
    filterColumn: column,
    alertable: false,
  }) as const satisfies Metric

export const adMetrics = {
  ad_attempt_count: counted('ad_attempt_count', {
    title: 'Ad attempts',
    description: 'How many ads tried to start.',
    explanation:
      'The ads of all views that were requested to play; ads never reached do not count.',
  }),
  ad_impression_count: counted('ad_impression_count', {
    title: 'Ad impressions',
    description: 'How many ads were seen.',
    explanation: 'The ads of all views that showed at least one frame.',
  }),
  ad_break_count: counted('ad_break_count', {
    title: 'Ad breaks',
    description: 'How many ad breaks began.',
    explanation: 'The ad breaks of all views that were entered.',
  }),
  ad_error_count: count('ad_error_count', {
    ...ad,
    title: 'Ad errors',
    description: 'How many ads failed.',
    explanation: 'The ad errors of all views added up.',
    defaultMeasurement: 'sum',
  }),
  ad_error_percentage: shareOf('ad_error_count', 'ad_attempt_count', 'ad_error_percentage', {
    title: 'Ad error percentage',
    description: 'The share of ads that failed.',
    explanation: 'The ad errors of all views divided by their ad attempts.',
  }),
  ad_break_error_count: count('ad_break_error_count', {
    ...ad,
    title: 'Ad break errors',
    description: 'How many ad breaks had a failing ad.',
    explanation: 'The ad breaks of all views in which an ad failed, added up.',
    defaultMeasurement: 'sum',
  }),
  ad_break_error_percentage: shareOf(
    'ad_break_error_count',
    'ad_break_count',
    'ad_break_error_percentage',
    {
      title: 'Ad break error percentage',
      description: 'The share of ad breaks with a failing ad.',
      explanation:
        'The ad breaks of all views in which an ad failed, divided by all their ad breaks.',
    },
  ),
  ad_startup_error_count: count('ad_startup_error_count', {
    ...ad,
    title: 'Ad startup errors',
    description: 'How many ads of a view fail before their first frame.',
    explanation: 'The ad errors before a first frame of each view; then the mean over the views.',
  }),
  ad_startup_error_percentage: shareOf(
    'ad_startup_error_count',
    'ad_attempt_count',
    'ad_startup_error_percentage',
    {
      title: 'Ad startup error percentage',
      description: 'The share of ads that fail before their first frame.',
      explanation: 'The ad errors before a first frame of all views divided by their ad attempts.',
    },
  ),
  ad_exit_before_start_count: count('ad_exit_before_start_count', {
    ...ad,
    title: 'Exits before ad start',
    description: 'How often viewers leave while an ad is loading.',
    explanation:
      'The ads of each view during whose loading the viewer left, errors not counted; then the mean over the views.',
  }),
  ad_exit_before_start_percentage: shareOf(
    'ad_exit_before_start_count',
    'ad_attempt_count',
    'ad_exit_before_start_percentage',
    {
      title: 'Exits before ad start percentage',
      description: 'The share of ads during whose loading viewers leave.',
      explanation: 'The exits before an ad start of all views divided by their ad attempts.',
    },
  ),
  ad_preroll_startup_time: time('ad_preroll_startup_time', {
    ...ad,
    title: 'Preroll startup time',
    description: 'How long the first ad before the video takes to show.',
    explanation:
      'From the order to play the first preroll ad to its first frame; of all views the median.',
    excludes: [withoutAds, rest('Views without a preroll that was shown.')],
  }),
  requests_for_first_preroll: count('requests_for_first_preroll', {
    ...ad,
    title: 'Requests for first preroll',
    description: 'How many ad requests it takes until the first preroll plays.',
    explanation: 'The ad requests of each view before its first preroll; of all views the median.',
    defaultMeasurement: 'median',
    excludes: [withoutAds, rest('Views that report no requests for a preroll.')],
  }),
  video_startup_preroll_request_time: time('video_startup_preroll_request_time', {
    ...ad,
    title: 'Preroll request time',
    description: 'How much of the startup is spent asking for ads.',
    explanation: 'The time until ad requests are answered and parsed; of all views the median.',
    excludes: [withoutAds, rest('Views that report no such time of a preroll.')],
  }),
  video_startup_preroll_load_time: time('video_startup_preroll_load_time', {
    ...ad,
    title: 'Preroll load time',
    description: 'How much of the startup is spent loading the first ad.',
    explanation:
      'The time from the answered ad request to the first frame of the preroll; of all views the median.',
    excludes: [withoutAds, rest('Views that report no such time of a preroll.')],
  }),
} as const satisfies Record<string, Metric>
