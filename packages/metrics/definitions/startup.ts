import type { Metric } from '../metric.ts'
import { score, time } from './kinds.ts'
import {
  neverStarted,
  notFirstOfPage,
  rest,
  withoutSeeks,
  withoutStartup,
} from '../excluded-views.ts'

const group = 'startup'

export const startupMetrics = {
  startup_time_score: score('startup_time_score', {
    group,
    title: 'Startup Time Score',
    description: 'How quickly playback began: 80 at two seconds, 50 at eight.',
    explanation:
      'For each view 100 × 8 / (8 + startup time in seconds); then the mean over the views.',
    excludes: [neverStarted, rest(withoutStartup.reason)],
  }),
  video_startup_time: time('video_startup_time', {
    group,
    title: 'Video startup time',
    description: 'How long it takes from pressing play to the first frame.',
    explanation: 'From the play intent to the first frame of video or ad; of all views the median.',
    alertable: true,
    excludes: [neverStarted, rest(withoutStartup.reason)],
  }),
  view_content_startup_time: time('view_content_startup_time', {
    group,
    title: 'Content startup time',
    description: 'The startup time without the loading and playing of ads before the video.',
    explanation:
      'From the play intent to the first frame of the video, less the time of preroll ads.',
    excludes: [neverStarted, withoutStartup, rest('Views in which only ads started.')],
  }),
  player_startup_time: time('player_startup_time', {
    group,
    title: 'Player startup time',
    description: 'How long the player takes until it is ready.',
    explanation: 'From the initialisation of the player until it is ready to load a video.',
    excludes: [rest('Views that do not say when their player was initialised.')],
  }),
  page_load_time: time('page_load_time', {
    group,
    title: 'Page load time',
    description: 'How long the page takes until it initialises the player.',
    explanation: 'From the request of the page to the initialisation of the player.',
    excludes: [notFirstOfPage, rest('Views that do not say when their page was asked for.')],
  }),
  aggregate_startup_time: time('aggregate_startup_time', {
    group,
    title: 'Aggregate startup time',
    description: 'What a viewer waits in all: for the page, the player and the video.',
    explanation: 'Page load time, player startup time and video startup time of a view together.',
    excludes: [
      neverStarted,
      notFirstOfPage,
      rest('Views of which one of the three times is not known.'),
    ],
  }),
  seek_latency: time('seek_latency', {
    group,
    title: 'Seek latency',
    description: 'How long playback takes to go on after a seek.',
    explanation:
      'For each view its time spent seeking divided by its seeks; then the mean over the views.',
    defaultMeasurement: 'avg',
    excludes: [neverStarted, withoutSeeks, rest('Views that do not report seeks.')],
  }),
} as const satisfies Record<string, Metric>
