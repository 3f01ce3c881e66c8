import { hasHappened, numberAt, quotient, type RawView, type ReadNumber } from './raw-view.ts'
import {
  experienceScore,
  pictureScore,
  smoothnessScore,
  startupScore,
  successScore,
} from './view-scores.ts'

/**
 * Independent definitions of every metric, from docs/metrics.md and without the registry: its value for one view, and
 * how views are aggregated.
 */
interface Definition {
  /** Whether views count at their start or at their end. */
  counts: 'start' | 'end'
  kind: 'views' | 'viewers' | 'flag' | 'number'
  measurements: readonly string[]
  flag: string
  numberOf: ReadNumber
  /** For some metrics `avg` is a quotient of two totals. */
  whole?: { over: ReadNumber; under: ReadNumber }
}

const never: ReadNumber = () => null
const spread = ['avg', 'median', '95th']
const spreadAndSum = [...spread, 'sum']

const ended = (
  numberOf: ReadNumber,
  measurements: readonly string[] = spread,
  whole?: Definition['whole'],
): Definition => ({
  counts: 'end',
  kind: 'number',
  measurements,
  flag: '',
  numberOf,
  ...(whole && { whole }),
})

const started = (numberOf: ReadNumber, measurements: readonly string[]): Definition => ({
  ...ended(numberOf, measurements),
  counts: 'start',
})

const shareOf = (flag: string): Definition => ({
  ...ended(never, ['avg']),
  kind: 'flag',
  flag,
})

const watchTime = numberAt('watch_time')
const stalled = numberAt('buffering_duration')
const stalls = numberAt('buffering_count')
const played = numberAt('view_total_content_playback_time')
const upscaled = numberAt('view_total_upscaling')
const downscaled = numberAt('view_total_downscaling')
const attempts = numberAt('ad_attempt_count')
const breaks = numberAt('ad_break_count')

/** Neither left nor failed before its first frame. */
const hasStarted = ({ fields }: RawView): boolean =>
  !fields.exit_before_video_start &&
  !fields.video_startup_failure &&
  !fields.video_startup_business_exception

const isLive = ({ fields }: RawView): boolean => fields.video_stream_type?.toLowerCase() === 'live'

/** The furthest position divided by the duration; 100 % when the video ended. */
const completion: ReadNumber = (view) => {
  const duration =
    numberAt('player_source_duration')(view) || numberAt('video_duration')(view) || null
  const reached = numberAt('view_max_playhead_position')(view)
  if (isLive(view) || !hasStarted(view) || duration === null || reached === null) return null
  return hasHappened(view, 'ended') ? 1 : Math.min(1, reached / duration)
}

/** Page, player and video startup together. */
const allStartup: ReadNumber = (view) => {
  const parts = ['page_load_time', 'player_load_time', 'time_to_first_frame'].map((field) =>
    numberAt(field)(view),
  )
  return parts.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  )
}

const atMostAll =
  (read: ReadNumber): ReadNumber =>
  (view) => {
    const share = read(view)
    return share === null ? null : Math.min(1, share)
  }

const ofAds = (over: ReadNumber, under: ReadNumber): Definition =>
  ended(atMostAll(quotientOfAds(over, under)), spread, { over, under })

/** When more failed than were attempted, the share is 100 %. */
const quotientOfAds =
  (over: ReadNumber, under: ReadNumber): ReadNumber =>
  (view) => {
    const [a, b] = [over(view), under(view)]
    if (a === null || b === null) return null
    return b > 0 ? a / b : a > 0 ? 1 : null
  }

export const definitions: Record<string, Definition> = {
  views: { ...started(never, ['count']), kind: 'views' },
  unique_viewers: { ...started(never, ['count']), kind: 'viewers' },
  playing_time: started(numberAt('view_playing_time'), spreadAndSum),
  watch_time: started(watchTime, spreadAndSum),
  video_completion_percentage: started(completion, spread),

  viewer_experience_score: ended(experienceScore),
  playback_success_score: ended(successScore),
  playback_failure_percentage: shareOf('playback_failure'),
  video_startup_failure_percentage: shareOf('video_startup_failure'),
  exits_before_video_start: shareOf('exit_before_video_start'),
  view_dropped_percentage: shareOf('view_dropped'),
  playback_business_exception_percentage: shareOf('playback_business_exception'),
  video_startup_business_exception_percentage: shareOf('video_startup_business_exception'),
  ad_playback_failure_percentage: shareOf('ad_playback_failure'),
  content_playback_failure_percentage: shareOf('content_playback_failure'),

  startup_time_score: ended(startupScore),
  video_startup_time: ended(numberAt('time_to_first_frame')),
  view_content_startup_time: ended(numberAt('view_content_startup_time')),
  player_startup_time: ended(numberAt('player_startup_time')),
  page_load_time: ended(numberAt('page_load_time')),
  aggregate_startup_time: ended(allStartup),
  seek_latency: ended(quotient(numberAt('view_seek_duration'), numberAt('view_seek_count'))),

  rebuffer_score: ended(smoothnessScore),
  rebuffer_percentage: ended(atMostAll(quotient(stalled, watchTime)), spread, {
    over: stalled,
    under: watchTime,
  }),
  rebuffer_frequency: ended(quotient(stalls, watchTime), spread, {
    over: stalls,
    under: watchTime,
  }),
  rebuffer_duration: ended(stalled),
  rebuffer_count: ended(stalls, spreadAndSum),

  video_quality_score: ended(pictureScore),
  upscale_percentage: ended(quotient(upscaled, played), spread, { over: upscaled, under: played }),
  downscale_percentage: ended(quotient(downscaled, played), spread, {
    over: downscaled,
    under: played,
  }),
  max_upscale_percentage: ended(numberAt('view_max_upscale_percentage')),
  max_downscale_percentage: ended(numberAt('view_max_downscale_percentage')),
  weighted_average_bitrate: ended(numberAt('weighted_average_bitrate')),
  rendition_change_count: ended(numberAt('rendition_change_count'), spreadAndSum),
  rendition_upshift_count: ended(numberAt('rendition_upshift_count'), spreadAndSum),
  rendition_downshift_count: ended(numberAt('rendition_downshift_count'), spreadAndSum),
  live_stream_latency: ended(numberAt('live_stream_latency')),

  request_latency: ended(numberAt('view_average_request_latency')),
  max_request_latency: ended(numberAt('view_max_request_latency')),
  request_throughput: ended(numberAt('view_average_request_throughput')),

  ad_attempt_count: started(attempts, spreadAndSum),
  ad_impression_count: started(numberAt('ad_impression_count'), spreadAndSum),
  ad_break_count: started(breaks, spreadAndSum),
  ad_error_count: ended(numberAt('ad_error_count'), spreadAndSum),
  ad_error_percentage: ofAds(numberAt('ad_error_count'), attempts),
  ad_break_error_count: ended(numberAt('ad_break_error_count'), spreadAndSum),
  ad_break_error_percentage: ofAds(numberAt('ad_break_error_count'), breaks),
  ad_startup_error_count: ended(numberAt('ad_startup_error_count'), spreadAndSum),
  ad_startup_error_percentage: ofAds(numberAt('ad_startup_error_count'), attempts),
  ad_exit_before_start_count: ended(numberAt('ad_exit_before_start_count'), spreadAndSum),
  ad_exit_before_start_percentage: ofAds(numberAt('ad_exit_before_start_count'), attempts),
  ad_preroll_startup_time: ended(numberAt('ad_preroll_startup_time')),
  requests_for_first_preroll: ended(numberAt('requests_for_first_preroll'), spreadAndSum),
  video_startup_preroll_request_time: ended(numberAt('video_startup_preroll_request_time')),
  video_startup_preroll_load_time: ended(numberAt('video_startup_preroll_load_time')),
}
