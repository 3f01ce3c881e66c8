import { definitions } from './definitions.ts'
import { numberAt, type RawView } from './raw-view.ts'

/** Fields of a raw view, and the metric that aggregates each. */
const told: Record<string, string> = {
  viewer_experience_score: 'viewer_experience_score',
  playback_score: 'playback_success_score',
  startup_score: 'startup_time_score',
  rebuffering_score: 'rebuffer_score',
  quality_score: 'video_quality_score',
  buffering_rate: 'rebuffer_frequency',
  rebuffer_percentage: 'rebuffer_percentage',
  ad_error_percentage: 'ad_error_percentage',
  ad_break_error_percentage: 'ad_break_error_percentage',
  ad_startup_error_percentage: 'ad_startup_error_percentage',
  ad_exit_before_start_percentage: 'ad_exit_before_start_percentage',
}

const rounding = 1e-9

/** Checks that scores and shares of a view follow from its times and counts. */
export const checkView = (view: RawView): string[] =>
  Object.entries(told).flatMap(([field, metric]) => {
    const [found, expected] = [numberAt(field)(view), definitions[metric]!.numberOf(view)]
    const isSame =
      found === expected ||
      (found !== null &&
        expected !== null &&
        Math.abs(found - expected) <= rounding * Math.max(Math.abs(found), Math.abs(expected)))
    return isSame
      ? []
      : [`${field} of view ${view.id}: the API says ${found}, its parts say ${expected}`]
  })
