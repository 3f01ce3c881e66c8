import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import type { Fields } from '@playhead/audience/player/reporter.ts'
import type { Random } from '@playhead/audience/random.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import { type Session, strangeTexts } from './reports.ts'

/** Fields that some players do not report. */
const untold: readonly (readonly string[])[] = [
  ['viewer_user_id', 'mux_viewer_id'],
  ['viewer_user_id'],
  ['video_series'],
  ['video_title'],
  ['video_duration', 'video_source_duration'],
  ['video_source_duration'],
  ['player_name', 'player_version'],
  ['video_cdn'],
  ['page_type'],
  ['viewer_connection_type'],
  ['view_total_upscaling', 'view_total_downscaling'],
  ['view_max_upscale_percentage'],
  ['view_total_content_playback_time'],
  ['view_watch_time'],
  ['view_rebuffer_count', 'view_rebuffer_duration'],
  ['view_seek_count', 'view_seek_duration'],
  ['view_time_to_first_frame'],
  ['page_load_time'],
  ['video_source_bitrate'],
  ['view_average_request_latency'],
]

const strangeKeys = [
  'custom_4',
  'custom_5',
  'custom_6',
  'custom_20',
  'video_producer',
  'video_brand',
  'viewer_plan_category',
  'view_drm_type',
]

const strangeFields = (random: Random): Fields =>
  Object.fromEntries(
    strangeKeys.filter(() => random.chance(0.6)).map((key) => [key, random.pick(strangeTexts)]),
  )

/** A plan played by the SDK, with custom metadata. */
export const sdkSession = (plan: SessionPlan, environmentKey: string, random: Random): Session => {
  const added = strangeFields(random)
  const left = new Set(untold.filter(() => random.chance(0.08)).flat())
  const toldBy = (event: Fields): Fields =>
    Object.fromEntries(
      Object.entries({
        ...event,
        ...(event['event'] === 'viewstart' || event['view_sequence_number'] === 1 ? added : {}),
      }).filter(([key]) => !left.has(key)),
    )
  const { viewer } = plan
  return {
    viewId: plan.viewId,
    address: viewer.address,
    userAgent: viewer.device.userAgent,
    path: '/',
    contentType: 'text/plain',
    reports: [...beaconsOf(plan, environmentKey)].map(({ at, events }) => ({
      at,
      items: events.map(toldBy),
    })),
    write: (items, sentAt) =>
      writeBeacon({
        transmittedAt: sentAt + viewer.clockSkewMs,
        roundTripMs: viewer.roundTripMs,
        events: items as Fields[],
      }),
  }
}
