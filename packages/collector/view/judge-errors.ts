import {
  playbackSuccessScore,
  smoothnessScore,
  startupTimeScore,
  videoQualityScore,
  viewerExperienceScore,
} from '@playhead/metrics/scores.ts'
import type { ViewError, ViewRow } from '@playhead/metrics/view-columns.ts'
import { errorTypeId } from './error-type-id.ts'

interface ErrorRule {
  severity: 'warning' | 'fatal'
  isBusinessException: boolean
}
/** By error code. A rule of the environment takes precedence over what the player reported. */
export type ErrorRules = ReadonlyMap<string, ErrorRule>

interface ViewFacts {
  hasStarted: boolean
  watchMs: number
  startupMs: number | null
  rebufferCount: number | null
  rebufferFraction: number | null
  maxUpscale: number | null
  averageUpscale: number | null
}

type Judgement = Pick<
  ViewRow,
  | 'exit_before_video_start'
  | 'playback_failure'
  | 'video_startup_failure'
  | 'playback_business_exception'
  | 'video_startup_business_exception'
  | 'ad_playback_failure'
  | 'content_playback_failure'
  | 'error_type_id'
  | 'playback_failure_error_type_id'
  | 'video_startup_failure_error_type_id'
  | 'playback_business_exception_error_type_id'
  | 'video_startup_business_exception_error_type_id'
  | 'ad_playback_failure_error_type_id'
  | 'player_error_code'
  | 'player_error_message'
  | 'player_error_context'
  | 'viewer_experience_score'
  | 'playback_success_score'
  | 'startup_time_score'
  | 'rebuffer_score'
  | 'video_quality_score'
>

export const judged = (error: ViewError, rules: ErrorRules): ViewError => {
  const rule = error.code === null ? undefined : rules.get(error.code)
  if (!rule) return error
  return { ...error, severity: rule.severity, is_business_exception: rule.isBusinessException }
}

const idOf = (error: ViewError | undefined): number | null =>
  error ? errorTypeId(error.code, error.message) : null

/** Flags, ids and scores that depend on the errors of a view: computed live, and again when a rule changes. */
export const judgeErrors = (
  errors: readonly ViewError[],
  rules: ErrorRules,
  facts: ViewFacts,
): Judgement => {
  const all = errors.map((error) => judged(error, rules))
  const fatal = all.filter((error) => error.severity === 'fatal' && !error.is_after_end)
  const failures = fatal.filter((error) => !error.is_business_exception)
  const exceptions = fatal.filter((error) => error.is_business_exception)
  const failure = failures[0]
  const startupFailure = failures.find((error) => error.is_before_first_frame)
  const adFailure = failures.find((error) => error.is_in_ad)
  const exception = exceptions[0]
  const startupException = exceptions.find((error) => error.is_before_first_frame)
  const shown = failure ?? exception ?? all[0]
  return {
    exit_before_video_start: !facts.hasStarted && fatal.length === 0,
    playback_failure: failure !== undefined,
    video_startup_failure: startupFailure !== undefined,
    playback_business_exception: exception !== undefined,
    video_startup_business_exception: startupException !== undefined,
    ad_playback_failure: adFailure !== undefined,
    content_playback_failure: failures.some((error) => !error.is_in_ad),
    error_type_id: idOf(shown),
    playback_failure_error_type_id: idOf(failure),
    video_startup_failure_error_type_id: idOf(startupFailure),
    playback_business_exception_error_type_id: idOf(exception),
    video_startup_business_exception_error_type_id: idOf(startupException),
    ad_playback_failure_error_type_id: idOf(adFailure),
    player_error_code: shown?.code ?? null,
    player_error_message: shown?.message ?? null,
    player_error_context: shown?.context ?? null,
    ...scoresOf(facts, failure !== undefined, startupException !== undefined),
  }
}

function scoresOf(facts: ViewFacts, hasFailed: boolean, isStartupBusinessException: boolean) {
  const { hasStarted, watchMs } = facts
  const success = playbackSuccessScore({
    hasFailed,
    hasStarted,
    isStartupBusinessException,
    waitedMs: watchMs,
  })
  const startup = hasStarted ? startupTimeScore(facts.startupMs) : null
  const smoothness = hasStarted
    ? smoothnessScore(facts.rebufferCount, facts.rebufferFraction)
    : null
  const quality = hasStarted ? videoQualityScore(facts.maxUpscale, facts.averageUpscale) : null
  return {
    viewer_experience_score: viewerExperienceScore({
      playbackSuccess: success,
      startupTime: startup,
      smoothness,
      videoQuality: quality,
    }),
    playback_success_score: success,
    startup_time_score: startup,
    rebuffer_score: smoothness,
    video_quality_score: quality,
  }
}

/** Without scaling at any time the average is zero, even when it could not be measured. */
const averageUpscaleOf = (
  row: Pick<ViewRow, 'upscale_percentage' | 'max_upscale_percentage'>,
): number | null => row.upscale_percentage ?? (row.max_upscale_percentage === 0 ? 0 : null)

type Judged = Pick<
  ViewRow,
  | 'watched'
  | 'watch_time'
  | 'video_startup_time'
  | 'rebuffer_count'
  | 'rebuffer_percentage'
  | 'max_upscale_percentage'
  | 'upscale_percentage'
>

export const factsOfRow = (row: Judged): ViewFacts => ({
  hasStarted: row.watched,
  watchMs: row.watch_time,
  startupMs: row.video_startup_time,
  rebufferCount: row.rebuffer_count,
  rebufferFraction: row.rebuffer_percentage,
  maxUpscale: row.max_upscale_percentage,
  averageUpscale: averageUpscaleOf(row),
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** For an imported view, only the existence of the list is known. */
function errorsOf(list: string): ViewError[] {
  const items = JSON.parse(list) as unknown[]
  return items
    .filter((item): item is Partial<ViewError> => typeof item === 'object' && item !== null)
    .map((item) => ({
      code: textOf(item.code),
      message: textOf(item.message),
      context: textOf(item.context),
      severity: item.severity === 'warning' ? 'warning' : 'fatal',
      is_business_exception: item.is_business_exception === true,
      is_before_first_frame: item.is_before_first_frame === true,
      is_in_ad: item.is_in_ad === true,
      is_after_end: item.is_after_end === true,
      at: Number(item.at),
    }))
}

/** A stored row, judged by the current rules. */
export const rejudge = (row: ViewRow, rules: ErrorRules): ViewRow => ({
  ...row,
  ...judgeErrors(errorsOf(row.errors), rules, factsOfRow(row)),
})
