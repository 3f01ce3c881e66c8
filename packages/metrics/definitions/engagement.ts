import { sum, unique, views } from '../formula.ts'
import type { Metric } from '../metric.ts'
import { audience, spread } from './kinds.ts'
import { neverStarted, rest } from '../excluded-views.ts'

export const engagementMetrics = {
  views: {
    ...audience,
    title: 'Views',
    unit: 'number',
    description: 'How often a viewer tried to watch, whether or not it worked.',
    explanation:
      'The number of views. A view begins when playback is asked for; loading a page alone is none.',
    defaultMeasurement: 'count',
    measurements: { count: views },
  },
  unique_viewers: {
    ...audience,
    title: 'Unique viewers',
    unit: 'number',
    description: 'How many different people watched.',
    explanation:
      'The number of different viewer ids: the id your page gives, or else the random one of the browser. An estimate within about one percent.',
    defaultMeasurement: 'count',
    measurements: { count: unique('viewer_id') },
    excludes: [rest('Views without any viewer id.')],
  },
  playing_time: {
    ...audience,
    title: 'Playing time',
    unit: 'milliseconds',
    description: 'How long video and ads really played, without startup, stalls, seeks and pauses.',
    explanation:
      'The time each view spent playing, added up. It is the progress of the playhead at normal speed and the clock on the wall otherwise.',
    defaultMeasurement: 'sum',
    measurements: { ...spread('playing_time'), sum: sum('playing_time') },
    filterColumn: 'playing_time',
  },
  watch_time: {
    ...audience,
    title: 'Watch time',
    unit: 'milliseconds',
    description:
      'How long people watched or waited for the video: startup, playing, stalls and seeks.',
    explanation: 'The time from play to the end of each view without pauses, added up.',
    defaultMeasurement: 'sum',
    measurements: { ...spread('watch_time'), sum: sum('watch_time') },
    filterColumn: 'watch_time',
  },
  video_completion_percentage: {
    ...audience,
    title: 'Video completion',
    unit: 'percentage',
    better: 'higher',
    description: 'How much of the video was reached before people left.',
    explanation:
      'For each view the furthest position divided by the duration, 100% when the video ended; then the mean over the views.',
    defaultMeasurement: 'avg',
    measurements: spread('video_completion_percentage'),
    filterColumn: 'video_completion_percentage',
    excludes: [
      { reason: 'Live views.', when: [{ column: 'stream_type', isText: 'live' }] },
      neverStarted,
      rest('Views whose duration or position is not known.'),
    ],
  },
} as const satisfies Record<string, Metric>
