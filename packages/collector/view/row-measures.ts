import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { flagOf, positiveOf } from '../beacon/read-value.ts'
import { adPlayedMs } from './ads.ts'
import { averageLatency } from './live-latency.ts'
import { playedMs } from './played-time.ts'
import { subviewTotals } from './rendition.ts'
import { countOf, isLiveView, viewHasAd } from './row-dimensions.ts'
import { offsetMs } from './server-time.ts'
import { timelineAt } from './timeline.ts'
import { serverClockOf } from './view-clock.ts'
import type { ViewState } from './view-state.ts'

/** Longer stalls end a view. */
const longRebufferingMs = 300_000
const mostRanges = 1_000

const ratio = (over: number | null, under: number | null): number | null =>
  over === null || under === null || under <= 0 ? null : over / under

const reader = (state: ViewState) => (key: string) => positiveOf(state.values.get(key))

/** The player's counters, else times derived from the order of events. */
export const timesOf = (state: ViewState) => {
  const at = reader(state)
  const counted = at('view_watch_time')
  // While a view waits for its first frame its counter changes only with events: the rest of the wait counts as watched
  // too.
  const own = state.clock.watchMs
  const watch =
    counted === null
      ? own
      : state.hasStarted || state.errors.length > 0
        ? counted + state.played.untracked
        : Math.max(counted, own)
  // The playhead is read a frame after the clock: playing time must not exceed watch time.
  const playing = Math.min(playedMs(state.played) + state.played.untracked, watch)
  const ads = adPlayedMs(state.ads)
  return {
    watch_time: countOf(watch) ?? 0,
    playing_time: countOf(playing) ?? 0,
    content_playing_time: countOf(playing - (ads ?? 0)) ?? 0,
    ad_playing_time: viewHasAd(state) ? countOf(ads ?? 0) : null,
    view_total_content_playback_time: countOf(at('view_total_content_playback_time')),
    view_max_playhead_position: countOf(at('view_max_playhead_position') ?? state.played.playhead),
  }
}

export const startupOf = (state: ViewState) => {
  const at = reader(state)
  // A programme that follows another has no startup. For players that measure none it is derived from their events.
  const own =
    at('view_watch_time') === null && flagOf(state.values.get('view_program_changed')) !== true
      ? state.ownStartupMs
      : null
  const startup = state.hasStarted ? (at('view_time_to_first_frame') ?? own) : null
  const sum =
    state.pageLoadMs === null || state.playerStartupMs === null || startup === null
      ? null
      : state.pageLoadMs + state.playerStartupMs + startup
  const content = state.ads.hasAny ? state.contentStartupMs : startup
  // Without an ad, what starts is the content, even when the event that reports it was lost.
  const hasContentStarted = state.hasContentStarted || !state.ads.hasAny
  return {
    video_startup_time: countOf(startup),
    view_content_startup_time: startup !== null && hasContentStarted ? countOf(content) : null,
    player_startup_time: countOf(state.playerStartupMs),
    page_load_time: countOf(state.pageLoadMs),
    aggregate_startup_time: state.hasStarted
      ? countOf(at('view_aggregate_startup_time') ?? sum)
      : null,
  }
}

/** Null for views that never started: without playback there is no stall. */
export const smoothnessOf = (state: ViewState, watchMs: number) => {
  const at = reader(state)
  if (!state.hasStarted)
    return {
      rebuffer_count: null,
      rebuffer_duration: null,
      rebuffer_frequency: null,
      rebuffer_percentage: null,
      seek_count: null,
      seek_duration: null,
      seek_latency: null,
      long_rebuffering: false,
    }
  const count = countOf(at('view_rebuffer_count') ?? state.clock.rebuffers) ?? 0
  const duration = countOf(at('view_rebuffer_duration') ?? state.clock.rebufferMs) ?? 0
  const seeks = countOf(at('view_seek_count') ?? state.clock.seeks) ?? 0
  const seekMs = countOf(at('view_seek_duration') ?? state.clock.seekMs) ?? 0
  return {
    rebuffer_count: count,
    rebuffer_duration: duration,
    rebuffer_frequency: ratio(count, watchMs),
    rebuffer_percentage: watchMs <= 0 ? null : Math.min(1, duration / watchMs),
    seek_count: seeks,
    seek_duration: seekMs,
    seek_latency: ratio(seekMs, seeks),
    long_rebuffering: duration > longRebufferingMs,
  }
}

export const qualityOf = (state: ViewState) => {
  const at = (key: string) => (state.hasStarted ? positiveOf(state.values.get(key)) : null)
  const { renditionChanges, latency, offset } = state
  const played = at('view_total_content_playback_time')
  // A total means nothing without the time it covers.
  const totalOf = (key: string) => (played === null ? null : at(key))
  const dropped = at('view_dropped_frame_count')
  const before = state.droppedFramesBefore ?? 0
  const changes =
    state.hasStarted && renditionChanges.isTold
      ? renditionChanges.ups + renditionChanges.downs
      : null
  return {
    upscale_percentage: ratio(at('view_total_upscaling'), played),
    downscale_percentage: ratio(at('view_total_downscaling'), played),
    max_upscale_percentage: at('view_max_upscale_percentage'),
    max_downscale_percentage: at('view_max_downscale_percentage'),
    view_total_upscaling: totalOf('view_total_upscaling'),
    view_total_downscaling: totalOf('view_total_downscaling'),
    weighted_average_bitrate: ratio(renditionChanges.weighted, renditionChanges.weightMs),
    rendition_change_count: changes,
    rendition_upshift_count: changes === null ? null : renditionChanges.ups,
    rendition_downshift_count: changes === null ? null : renditionChanges.downs,
    live_stream_latency: averageLatency(latency, offsetMs(offset)),
    // The media element keeps counting across videos; a smaller number means a new element.
    view_dropped_frame_count:
      dropped === null ? null : countOf(dropped >= before ? dropped - before : dropped),
  }
}

export const requestsOf = (state: ViewState) => {
  const at = reader(state)
  const { completed, failed, canceled } = state.requests
  const own = completed + failed + canceled
  const all = at('view_request_count') ?? (own > 0 ? own : null)
  const known = (key: string, counted: number) =>
    all === null ? null : countOf(at(key) ?? counted)
  return {
    request_count: countOf(all),
    request_failed_count: known('view_request_failed_count', failed),
    request_canceled_count: known('view_request_canceled_count', canceled),
    request_latency: at('view_average_request_latency'),
    max_request_latency: at('view_max_request_latency'),
    request_throughput: at('view_average_request_throughput'),
    min_request_throughput: at('view_min_request_throughput'),
  }
}

const share = (count: number, attempts: number): number | null =>
  attempts > 0 ? Math.min(1, count / attempts) : count > 0 ? 1 : null

export const adsOf = (state: ViewState) => {
  const at = reader(state)
  const { ads } = state
  const has = viewHasAd(state)
  const hasFailed = state.errors.some((error) => error.severity === 'fatal' && error.is_in_ad)
  const exits = ads.current === 'loading' && !ads.hasFrame && !hasFailed ? 1 : 0
  const count = (number: number) => (has ? number : null)
  const part = (number: number, of: number) => (has ? share(number, of) : null)
  const said = (key: string) => flagOf(state.values.get(key)) ?? (has ? false : null)
  return {
    preroll_requested: said('view_preroll_requested'),
    preroll_played: said('view_preroll_played'),
    requests_for_first_preroll: countOf(at('view_preroll_request_count')),
    video_startup_preroll_request_time: countOf(at('view_startup_preroll_request_time')),
    video_startup_preroll_load_time: countOf(at('view_startup_preroll_load_time')),
    ad_preroll_startup_time: countOf(at('view_preroll_load_time') ?? ads.prerollStartupMs),
    ad_attempt_count: count(ads.attempts),
    ad_impression_count: count(ads.impressions),
    ad_break_count: count(ads.breaks),
    ad_error_count: count(ads.errors),
    ad_break_error_count: count(ads.breakErrors),
    ad_startup_error_count: count(ads.startupErrors),
    ad_exit_before_start_count: count(exits),
    ad_error_percentage: part(ads.errors, ads.attempts),
    ad_break_error_percentage: part(ads.breakErrors, ads.breaks),
    ad_startup_error_percentage: part(ads.startupErrors, ads.attempts),
    ad_exit_before_start_percentage: part(exits, ads.attempts),
  }
}

function rangesOf(state: ViewState): [number, number][] {
  const said = state.values.get('video_playback_range')
  const text = typeof said === 'string' ? said : ''
  const ranges: [number, number][] = []
  for (const [, from, to] of text.matchAll(/"(\d{1,9}):(\d{1,9})"/g)) {
    if (ranges.length === mostRanges) break
    if (Number(to) > Number(from)) ranges.push([Number(from), Number(to)])
  }
  return ranges
}

export const courseOf = (
  state: ViewState,
  playingMs: number,
): Pick<
  ViewRow,
  'video_completion_percentage' | 'playback_ranges' | 'renditions' | 'playback_modes' | 'timeline'
> => {
  const at = reader(state)
  const duration =
    at('video_source_duration') || at('player_source_duration') || at('video_duration')
  const reached = at('view_max_playhead_position') ?? state.played.playhead
  // Steps use the wall clock, playing time the playhead: scaled so that the parts add up to the whole.
  const scale = state.steppedMs > 0 ? playingMs / state.steppedMs : 0
  const part = isLiveView(state) || !state.hasStarted ? null : ratio(reached, duration)
  return {
    video_completion_percentage:
      part === null ? null : state.hasEnded ? 1 : Math.min(1, Math.max(0, part)),
    playback_ranges: rangesOf(state),
    renditions: JSON.stringify(subviewTotals(state.renditions, scale)),
    playback_modes: JSON.stringify(subviewTotals(state.playbackModes, scale)),
    timeline: JSON.stringify(timelineAt(state.timeline, serverClockOf(state))),
  }
}
