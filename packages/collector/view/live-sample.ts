import type { ViewError } from '@playhead/metrics/view-columns.ts'
import { positiveOf } from '../beacon/read-value.ts'
import { type ErrorRules, judged } from './judge-errors.ts'
import { isWatching } from './phase.ts'
import {
  countOf,
  deviceColumn,
  type dimensionsOf,
  streamTypeOf,
  textColumn,
  viewHasAd,
} from './row-dimensions.ts'
import { hostedIds } from './hosted-ids.ts'
import { serverClockOf } from './view-clock.ts'
import type { ViewState } from './view-state.ts'

type SampleDimensions = Pick<
  ReturnType<typeof dimensionsOf>,
  | 'asn'
  | 'asn_name'
  | 'cdn'
  | 'country'
  | 'region'
  | 'operating_system'
  | 'browser'
  | 'viewer_device_category'
  | 'player_name'
  | 'stream_type'
  | 'sub_property_id'
  | 'video_id'
  | 'video_series'
  | 'video_title'
  | 'asset_id'
  | 'live_stream_id'
  | 'playback_id'
  | 'viewer_id'
  | 'view_has_ad'
>

/** What one view did since its last sample: a row of the table `samples`. */
export interface Sample extends SampleDimensions {
  environment_id: string
  /** Beginning of the step, milliseconds since 1970. */
  sampled_at: number
  view_id: string
  is_watching: boolean
  is_starting_up: boolean
  started: boolean
  failed: boolean
  startup_failed: boolean
  exited_before_start: boolean
  watch_ms: number
  rebuffer_ms: number
  bitrate: number | null
  video_startup_time: number | null
}

/** A view silent for this long counts as complete: it has no viewer any more. */
const silenceMs = 60_000
const longestGuessMs = 2 * silenceMs
/** After a stall this long there is no viewer any more. */
const longestStallMs = 300_000
const shortestWaitMs = 1_000
const noRules: ErrorRules = new Map()

/** Errors that stopped the view, as in its row. */
const fatalErrors = (state: ViewState, rules: ErrorRules): ViewError[] =>
  state.errors
    .map((error) => judged(error, rules))
    .filter((error) => error.severity === 'fatal' && !error.is_after_end)

/** Time from the newest event to the end of the step, as long as the view may be assumed to continue unchanged. */
function goesOnMs(state: ViewState, stepEnd: number): number {
  if (!isWatching(state.phase)) return 0
  const until = Math.min(stepEnd, state.lastReceivedAt + silenceMs)
  const goesOn = until - serverClockOf(state)(state.end)
  // After a longer gap, because the newest event was delayed for days, nothing is known about that time.
  return Math.min(Math.max(0, goesOn), longestGuessMs)
}

function isStalledForLong(state: ViewState, stepEnd: number): boolean {
  if (state.phase !== 'rebuffering') return false
  return stepEnd - serverClockOf(state)(state.phaseSince) > longestStallMs
}

/** What happened since the last sample; each is reported once. */
function news(state: ViewState, stepEnd: number, rules: ErrorRules) {
  const { sampled } = state
  const fatal = fatalErrors(state, rules)
  const failure = fatal.find((error) => !error.is_business_exception)
  const started = state.hasStarted && !sampled.hasStarted
  const failed = failure !== undefined && !sampled.hasFailed
  const isGone = state.hasViewEnd || stepEnd - state.lastReceivedAt >= silenceMs
  const waited = Math.max(state.clock.watchMs, positiveOf(state.values.get('view_watch_time')) ?? 0)
  const exited =
    isGone &&
    !state.hasStarted &&
    fatal.length === 0 &&
    waited >= shortestWaitMs &&
    !sampled.hasExited
  if (started) sampled.hasStarted = true
  if (failed) sampled.hasFailed = true
  if (exited) sampled.hasExited = true
  return {
    started,
    failed,
    startup_failed: failed && failure.is_before_first_frame,
    exited_before_start: exited,
  }
}

/**
 * What the view did since its last sample, assuming that it continued up to `stepEnd` as its newest event left it. The
 * next sample corrects a wrong assumption. Null when there is nothing to report.
 */
export const takeSample = (
  state: ViewState,
  stepStart: number,
  stepEnd: number,
  rules: ErrorRules = noRules,
): Sample | null => {
  if (state.start === null) return null
  const { sampled } = state
  const isSilent = stepEnd - state.lastReceivedAt >= silenceMs
  const stalledForLong = isStalledForLong(state, stepEnd)
  const goesOn = stalledForLong ? 0 : goesOnMs(state, stepEnd)
  const watched = state.clock.watchMs + goesOn
  const rebuffered = state.clock.rebufferMs + (state.phase === 'rebuffering' ? goesOn : 0)
  // There is no viewer: neither the still picture nor the heartbeats of the player count as watched.
  const watchMs = stalledForLong ? 0 : (countOf(watched - sampled.watchMs) ?? 0)
  // A stall may be reported after its time was sampled as watched: what exceeds this step waits for the next.
  const rebufferMs = Math.min(countOf(rebuffered - sampled.rebufferMs) ?? 0, watchMs)
  const happened = news(state, stepEnd, rules)
  const isOngoing = isWatching(state.phase) && !isSilent && !stalledForLong
  const isNews = happened.started || happened.failed || happened.exited_before_start
  sampled.watchMs = Math.max(sampled.watchMs, watched)
  sampled.rebufferMs = stalledForLong
    ? Math.max(sampled.rebufferMs, rebuffered)
    : sampled.rebufferMs + rebufferMs
  if (!isOngoing && !isNews && watchMs === 0) return null
  const isPlaying = isOngoing && state.phase !== 'starting'
  return {
    environment_id: state.environmentId,
    sampled_at: stepStart,
    view_id: state.viewId,
    is_watching: isOngoing || happened.failed,
    is_starting_up: isOngoing && state.phase === 'starting',
    ...happened,
    watch_ms: watchMs,
    rebuffer_ms: rebufferMs,
    bitrate: isPlaying
      ? countOf(positiveOf(state.values.get('video_source_bitrate'))) || null
      : null,
    video_startup_time: happened.started
      ? countOf(positiveOf(state.values.get('view_time_to_first_frame')) ?? state.ownStartupMs)
      : null,
    ...sampleDimensions(state),
  }
}

/** What the view did so far in an unfinished step; the sample of the whole step includes it again. */
export const peekSample = (
  state: ViewState,
  stepStart: number,
  now: number,
  rules: ErrorRules = noRules,
): Sample | null => {
  const sampledBefore = { ...state.sampled }
  const sample = takeSample(state, stepStart, now, rules)
  Object.assign(state.sampled, sampledBefore)
  return sample
}

const sampleDimensions = (state: ViewState): SampleDimensions => ({
  asn: state.context.asn,
  asn_name: state.context.asn_name,
  cdn: textColumn(state, 'cdn'),
  country: state.context.country,
  region: state.context.region,
  operating_system: deviceColumn(state, 'operating_system'),
  browser: deviceColumn(state, 'browser'),
  viewer_device_category: deviceColumn(state, 'viewer_device_category'),
  player_name: textColumn(state, 'player_name'),
  stream_type: streamTypeOf(state),
  sub_property_id: textColumn(state, 'sub_property_id'),
  video_id: textColumn(state, 'video_id'),
  video_series: textColumn(state, 'video_series'),
  video_title: textColumn(state, 'video_title'),
  viewer_id: textColumn(state, 'viewer_id'),
  ...hostedIds(state),
  view_has_ad: viewHasAd(state),
})
