import type { SharedValueRow } from '@playhead/analytics/alerting/ask-shared-values.sql.ts'
import type { IncidentCause } from '@playhead/features/data/incidents/contract'

/** Someone who was just woken reads two. */
const causesMax = 2
/** Most of what is wrong has the value, and far fewer of the viewers. */
const least = { share: 0.6, beyondViewers: 0.3 }
/** In all samples together: ten viewers for a minute. With fewer, chance looks like a cause. */
const viewersMin = 120
/** One view has a value of every dimension, and two often share one. */
const affectedMin = 3
/** Over a hundred values are compared: chance may name each of them once in ten thousand incidents. */
const chanceMax = 1e-4
/** Those who leave before the start may be no viewers of any step. */
const leastShareOfViewers = 1e-3

const times = (share: number, log: number) => (share === 0 ? 0 : share * log)

/** A bound (Chernoff) on how often at least this share of some views has a value that viewers have with a smaller probability. */
const chanceOf = (share: number, views: number, probability: number) => {
  const distance =
    times(share, Math.log(share / probability)) +
    times(1 - share, Math.log((1 - share) / (1 - probability)))
  return Math.exp(-views * distance)
}

const isByChance = (row: SharedValueRow, whole: SharedValueRow) => {
  const share = row.affected / whole.affected
  const ofViewers = Math.max(row.viewers / whole.viewers, leastShareOfViewers)
  if (row.affected < affectedMin || share <= ofViewers) return true
  return chanceOf(share, whole.affected, ofViewers) > chanceMax
}

/** What those whom an incident affects have in common, the clearest first. */
export const causesAmong = (rows: readonly SharedValueRow[]): IncidentCause[] => {
  const whole = rows.find(({ dimension }) => dimension === '')
  if (!whole || whole.viewers < viewersMin) return []
  return rows
    .filter(({ dimension, value }) => dimension !== '' && value !== null && value !== '')
    .filter((row) => !isByChance(row, whole))
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
