import { errorTypeId } from '@playhead/collector/view/error-type-id.ts'
import {
  playbackSuccessScore,
  smoothnessScore,
  startupTimeScore,
  videoQualityScore,
  viewerExperienceScore,
} from '@playhead/metrics/scores.ts'
import type { SubviewTotal, ViewError, ViewRow } from '@playhead/metrics/view-columns.ts'
import { intentAt, leaveAt, type SessionPlan } from '../plan/session-plan.ts'
import { type SessionOutcome, outcomeOf } from './session-outcome.ts'
import { adsOf, requestsOf } from './delivery-of.ts'
import { dimensionsOf } from './dimensions-of.ts'
import { emptyViewRow } from '@playhead/metrics/empty-view-row.ts'
import { timelineOf } from './timeline-of.ts'

interface RowFacts {
  environmentId: string
  retentionDays: number
  /** What was received of the view: up to which moment of its course, and the time of its last event. */
  received?: { until: number; lastEventAt: number }
}

const batchMs = 10_000

/** Everything when the player sent its end event; otherwise up to its last batch. */
export const receivedOf = (plan: SessionPlan): { until: number; lastEventAt: number } => {
  const end = leaveAt(plan)
  const last = plan.steps.at(-1)
  if (plan.leave === 'crash') {
    const start = intentAt(plan)
    const at = Math.max(start, end - ((end - start) % batchMs))
    return { until: at, lastEventAt: at }
  }
  const isSilent = plan.leave === 'cached' && last?.kind === 'linger'
  const lastEventAt = isSilent ? end - last.ms : end
  return { until: end, lastEventAt }
}

const ratio = (over: number, under: number): number | null => (under > 0 ? over / under : null)

const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0)

const errorsOf = (plan: SessionPlan, course: SessionOutcome): Partial<ViewRow> => {
  const fatal = course.errors.find(({ error }) => error.severity === 'fatal')
  const shown = fatal ?? course.errors[0]
  const id = shown ? errorTypeId(shown.error.code, shown.error.message) : null
  const fatalId = fatal ? id : null
  const isBusiness = fatal?.error.isBusinessException ?? false
  const isFailure = fatal !== undefined && !isBusiness
  const isEarly = fatal?.isBeforeFirstFrame ?? false
  const stored: ViewError[] = course.errors.map(({ error, at, isBeforeFirstFrame }) => ({
    code: error.code,
    message: error.message,
    context: error.context,
    severity: error.severity,
    is_business_exception: error.isBusinessException,
    is_before_first_frame: isBeforeFirstFrame,
    is_in_ad: false,
    is_after_end: false,
    at,
  }))
  return {
    playback_failure: isFailure,
    content_playback_failure: isFailure,
    video_startup_failure: isFailure && isEarly,
    playback_business_exception: fatal !== undefined && isBusiness,
    video_startup_business_exception: fatal !== undefined && isBusiness && isEarly,
    error_type_id: id,
    playback_failure_error_type_id: isFailure ? fatalId : null,
    video_startup_failure_error_type_id: isFailure && isEarly ? fatalId : null,
    playback_business_exception_error_type_id: isBusiness ? fatalId : null,
    video_startup_business_exception_error_type_id: isBusiness && isEarly ? fatalId : null,
    player_error_code: shown?.error.code ?? null,
    player_error_message: shown?.error.message ?? null,
    player_error_context: shown?.error.context ?? null,
    errors: JSON.stringify(stored),
  }
}

const smoothnessOf = (course: SessionOutcome): Partial<ViewRow> => {
  if (course.firstFrameMs === null) return {}
  const { stalls, stallMs, watchMs } = course
  return {
    rebuffer_count: stalls,
    rebuffer_duration: stallMs,
    rebuffer_frequency: ratio(stalls, watchMs),
    rebuffer_percentage: ratio(stallMs, watchMs),
    seek_count: course.seeks,
    seek_duration: course.seekMs,
    seek_latency: ratio(course.seekMs, course.seeks),
  }
}

const qualityOf = (plan: SessionPlan, course: SessionOutcome): Partial<ViewRow> => {
  const { rendition, byRendition, byMode, playedMs } = course
  const first = plan.ladder[plan.firstRendition]!
  const renditions: SubviewTotal[] = [...byRendition].map(([one, ms]) => ({
    attributes: {
      video_source_bitrate: one.bitrate,
      video_source_width: one.width,
      video_source_height: one.height,
      video_source_fps: one.fps,
      video_source_codec: one.codec,
      video_source_rendition_name: one.name,
    },
    playing_time: ms,
  }))
  const modes: SubviewTotal[] = [...byMode].map(([mode, ms]) => ({
    attributes: { player_playback_mode: mode, player_playback_mode_data: null },
    playing_time: ms,
  }))
  const weighted = sum([...byRendition].map(([one, ms]) => one.bitrate * ms))
  return {
    video_codec: rendition.codec,
    video_codec_initial: first.codec,
    video_source_width: rendition.width,
    video_source_height: rendition.height,
    video_source_bitrate: rendition.bitrate,
    video_source_fps: rendition.fps,
    video_source_width_initial: first.width,
    video_source_height_initial: first.height,
    video_source_bitrate_initial: first.bitrate,
    video_source_fps_initial: first.fps,
    player_playback_mode: course.mode,
    used_fullscreen: course.wasFullscreen,
    player_width: plan.viewer.device[course.mode === 'fullscreen' ? 'screen' : 'player'][0],
    player_height: plan.viewer.device[course.mode === 'fullscreen' ? 'screen' : 'player'][1],
    view_total_content_playback_time: playedMs,
    renditions: JSON.stringify(renditions),
    playback_modes: JSON.stringify(modes),
    ...(course.firstFrameMs !== null && scalingOf(course, weighted)),
  }
}

const scalingOf = (course: SessionOutcome, weighted: number): Partial<ViewRow> => {
  const { playedMs } = course
  return {
    view_dropped_frame_count: 0,
    view_total_upscaling: course.upscaling,
    view_total_downscaling: course.downscaling,
    upscale_percentage: ratio(course.upscaling, playedMs),
    downscale_percentage: ratio(course.downscaling, playedMs),
    max_upscale_percentage: course.maxUpscale,
    max_downscale_percentage: course.maxDownscale,
    weighted_average_bitrate: ratio(weighted, playedMs),
    rendition_change_count: course.ups + course.downs,
    rendition_upshift_count: course.ups,
    rendition_downshift_count: course.downs,
  }
}

const scoresOf = (row: Partial<ViewRow>, course: SessionOutcome): Partial<ViewRow> => {
  const hasStarted = course.firstFrameMs !== null
  const playbackSuccess = playbackSuccessScore({
    hasFailed: row.playback_failure ?? false,
    hasStarted,
    isStartupBusinessException: row.video_startup_business_exception ?? false,
    waitedMs: course.watchMs,
  })
  const startupTime = startupTimeScore(course.firstFrameMs)
  const smoothness = hasStarted
    ? smoothnessScore(course.stalls, course.watchMs > 0 ? course.stallMs / course.watchMs : 0)
    : null
  const videoQuality = hasStarted
    ? videoQualityScore(course.maxUpscale, ratio(course.upscaling, course.playedMs) ?? 0)
    : null
  return {
    playback_success_score: playbackSuccess,
    startup_time_score: startupTime,
    rebuffer_score: smoothness,
    video_quality_score: videoQuality,
    viewer_experience_score: viewerExperienceScore({
      playbackSuccess,
      startupTime,
      smoothness,
      videoQuality,
    }),
  }
}

/** The row that a plan must produce, computed from the plan itself and not from reported events. */
export const viewRowOfPlan = (plan: SessionPlan, facts: RowFacts): ViewRow => {
  const received = facts.received ?? receivedOf(plan)
  const course = outcomeOf(plan, received.until)
  const start = intentAt(plan)
  const hasStarted = course.firstFrameMs !== null
  const errors = errorsOf(plan, course)
  const hasFatal = course.errors.some(({ error }) => error.severity === 'fatal')
  const quality = qualityOf(plan, course)
  const isDropped = plan.leave !== 'viewend' && !course.isAtRest
  const row: Partial<ViewRow> = {
    environment_id: facts.environmentId,
    view_id: plan.viewId,
    view_start: start,
    view_end: received.lastEventAt,
    version: received.lastEventAt,
    retention_days: facts.retentionDays,
    inserted_at: received.lastEventAt,
    updated_at: received.lastEventAt,
    ...dimensionsOf(plan),
    cdn: course.cdns.at(-1) ?? null,
    video_cdn_trace: course.cdns,
    watch_time: course.watchMs,
    playing_time: course.playedMs + (course.adMs ?? 0),
    content_playing_time: course.playedMs,
    view_max_playhead_position: course.maxPlayhead,
    video_completion_percentage: hasStarted ? completionOf(plan, course) : null,
    exit_before_video_start: !hasStarted && !hasFatal,
    view_dropped: isDropped,
    watched: hasStarted,
    ended: course.ended,
    ...errors,
    video_startup_time: course.firstFrameMs,
    view_content_startup_time: contentStartup(course),
    aggregate_startup_time: aggregateStartup(plan, course),
    ...smoothnessOf(course),
    ...quality,
    live_stream_latency: plan.liveLatencyMs,
    ...requestsOf(plan, course),
    ...adsOf(plan, course),
    playback_ranges: course.ranges,
    timeline: timelineOf(plan, course, received.lastEventAt),
  }
  return { ...emptyViewRow, ...row, ...scoresOf({ ...errors, ...quality }, course) }
}

/** With a preroll it differs from the startup of the video. */
const contentStartup = (course: SessionOutcome): number | null => {
  if (course.contentFrameMs === null) return null
  return course.breaks > 0 ? course.contentStartupMs : course.firstFrameMs
}

const completionOf = ({ title }: SessionPlan, course: SessionOutcome): number | null => {
  if (title.durationMs === null) return null
  return course.ended ? 1 : Math.min(1, course.maxPlayhead / title.durationMs)
}

const aggregateStartup = (plan: SessionPlan, course: SessionOutcome): number | null =>
  course.firstFrameMs === null ? null : plan.pageLoadMs + plan.playerStartupMs + course.firstFrameMs
