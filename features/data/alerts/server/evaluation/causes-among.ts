import type { SharedValueRow } from '@playhead/analytics/alerting/ask-shared-values.sql.ts'
import type { IncidentCause } from '@playhead/features/data/incidents/contract'

/** Someone who was just woken reads two. */
const causesMax = 2
/** Most of what is wrong has the value, and far fewer of the viewers. */
const least = { share: 0.6, beyondViewers: 0.3 }
/** In all samples together: ten viewers for a minute. With fewer, chance looks like a cause. */
const viewersMin = 120

/** What those whom an incident affects have in common, the clearest first. */
export const causesAmong = (rows: readonly SharedValueRow[]): IncidentCause[] => {
  const whole = rows.find(({ dimension }) => dimension === '')
  if (!whole || whole.viewers < viewersMin) return []
  return rows
    .filter(({ dimension, value }) => dimension !== '' && value !== null && value !== '')
    .map(({ dimension, value, viewers, over }) => ({
      id: dimension,
      value: value ?? '',
      share: over / whole.over,
      share_of_viewers: viewers / whole.viewers,
    }))
    .filter(
      ({ share, share_of_viewers: ofViewers }) =>
        share >= least.share && share - ofViewers >= least.beyondViewers,
    )
    .toSorted(
      (one, other) =>
        other.share - other.share_of_viewers - (one.share - one.share_of_viewers) ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, causesMax)
}
