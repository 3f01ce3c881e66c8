import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { latencyOfRequest, type SessionPlan, throughputOfRequest } from '../plan/session-plan.ts'
import type { SessionOutcome } from './session-outcome.ts'

const ratio = (over: number, under: number): number | null => (under > 0 ? over / under : null)

/** Share of attempts; a failure before any attempt counts as 100 %. */
const share = (count: number, of: number): number | null => {
  if (of > 0) return Math.min(1, count / of)
  return count > 0 ? 1 : null
}

/** For views with ads. */
export const adsOf = (plan: SessionPlan, course: SessionOutcome): Partial<ViewRow> => {
  if (course.breaks === 0) return {}
  const isPreroll = plan.steps[0]?.kind === 'ads'
  const { attempts, breaks, firstAd } = course
  const host = `ads.${plan.world.domain}`
  return {
    view_has_ad: true,
    ad_playing_time: course.adMs ?? 0,
    ad_attempt_count: attempts,
    ad_impression_count: course.impressions,
    ad_break_count: breaks,
    ad_error_count: course.adErrors,
    ad_break_error_count: course.breakErrors,
    ad_startup_error_count: course.adErrors,
    ad_exit_before_start_count: course.adExits,
    ad_error_percentage: share(course.adErrors, attempts),
    ad_break_error_percentage: share(course.breakErrors, breaks),
    ad_startup_error_percentage: share(course.adErrors, attempts),
    ad_exit_before_start_percentage: share(course.adExits, attempts),
    preroll_requested: isPreroll,
    preroll_played: firstAd !== null,
    preroll_ad_tag_hostname: isPreroll ? host : null,
    preroll_ad_asset_hostname: firstAd ? host : null,
    requests_for_first_preroll: course.prerollRequests,
    video_startup_preroll_request_time: firstAd?.requestMs ?? null,
    video_startup_preroll_load_time: firstAd?.loadMs ?? null,
    ad_preroll_startup_time: firstAd?.loadMs ?? null,
  }
}

export const requestsOf = (plan: SessionPlan, course: SessionOutcome): Partial<ViewRow> => {
  if (course.requests === 0) return {}
  const answered = course.requests - course.failedRequests
  let [latency, latencyMax, throughput, throughputMin] = [0, 0, 0, Infinity]
  const failed = new Set(course.failedRequestIndexes)
  for (let index = 0; index < course.requests; index += 1) {
    if (failed.has(index)) continue
    latency += latencyOfRequest(plan, index)
    latencyMax = Math.max(latencyMax, latencyOfRequest(plan, index))
    throughput += throughputOfRequest(plan, index)
    throughputMin = Math.min(throughputMin, throughputOfRequest(plan, index))
  }
  return {
    request_count: course.requests,
    request_failed_count: course.failedRequests,
    request_canceled_count: 0,
    request_latency: ratio(latency, answered),
    max_request_latency: latencyMax,
    request_throughput: ratio(throughput, answered),
    min_request_throughput: throughputMin,
  }
}
