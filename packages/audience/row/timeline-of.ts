import type { TimelineEvent } from '@playhead/metrics/view-columns.ts'
import type { SessionPlan } from '../plan/session-plan.ts'
import type { SessionOutcome } from './session-outcome.ts'

/** The timeline of a view as the collector stores it; simulated history omits single requests. */
export const timelineOf = (
  plan: SessionPlan,
  course: SessionOutcome,
  lastEventAt: number,
): string => {
  const { clockSkewMs } = plan.viewer
  const event = (
    name: string,
    at: number,
    playhead: number,
    details: TimelineEvent['details'] = {},
  ): TimelineEvent => ({
    name,
    viewer_time: at + clockSkewMs,
    event_time: at,
    playback_time: playhead,
    details,
  })
  const events = course.marks.map(({ name, at, playhead, details }) =>
    event(name, at, playhead, details),
  )
  if (plan.leave === 'viewend') events.push(event('viewend', lastEventAt, course.playhead))
  return JSON.stringify(events)
}
