import {
  addedAnomalySums,
  type AnomalySums,
  type Cohort,
  withoutAnomalySums,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { AnomalyCell } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import { type AnomalyMeasure, anomalyLimits } from '../../anomalies-contract.ts'
import { anomalyDefinitions, excessOf } from './anomaly-measures.ts'
import { type Distance, distanceOf, ofError, type Usual } from './usual-values.ts'

const causesMax = 3
/** A second value is named when it holds most of what is beyond in clearly fewer views. */
const narrower = { excess: 0.8, views: 0.8 } as const

export interface Cause {
  cohort: Cohort
  /** Values of other dimensions that nearly all that is beyond has, too. */
  also: NonNullable<Cohort>[]
}

interface Search {
  measure: AnomalyMeasure
  limit: number
  /** Bit k of a cell stands for candidate k; all views are always the first candidate. */
  candidates: readonly Cohort[]
  cells: readonly AnomalyCell[]
  usualOf: (cohort: Cohort) => Usual | undefined
  /** Candidates whose incident is open: what they explain has its notification already. */
  known: ReadonlySet<number>
  /**
   * Candidates that were a cause in the window before. Of two that explain the same, such as a CDN and a country where it
   * alone is broken, these are named again: an incident opens after two windows of the same cause.
   */
  pending: ReadonlySet<number>
}

interface Seen extends Distance {
  place: number
  sums: AnomalySums
}

const sumOf = (cells: readonly AnomalyCell[], place: number) =>
  addedAnomalySums(cells.filter(({ mask }) => mask & (1 << place)).map(({ sums }) => sums))

const isError = (cohort: Cohort) => cohort?.dimension === 'error_type_id'

/** What a candidate is, measured on some of the cells. */
const seen = (search: Search, cells: readonly AnomalyCell[], place: number): Seen | undefined => {
  const cohort = search.candidates[place]!
  const usual = search.usualOf(cohort)
  if (!usual) return undefined
  const own = sumOf(cells, place)
  const sums = isError(cohort)
    ? ofError(own, addedAnomalySums(cells.map((cell) => cell.sums)))
    : own
  return { place, sums: own, ...distanceOf(search.measure, sums, usual) }
}

const isBeyond = (search: Search, { distance, views }: Distance) => {
  const isCounted = anomalyDefinitions[search.measure].kind === 'count'
  return distance >= search.limit && (isCounted || views >= anomalyLimits.leastViews)
}

const without = (cells: readonly AnomalyCell[], place: number) =>
  cells.filter(({ mask }) => !(mask & (1 << place)))

/**
 * For counts, the views that are missing are in no cell. What a value lacks is taken from what is usual of the others
 * instead: the rest is held against the usual number less that of the value.
 */
const restIsInside = (search: Search, cells: readonly AnomalyCell[], cause: Seen, other: Seen) => {
  if (anomalyDefinitions[search.measure].kind === 'count') {
    const isWhole = search.candidates[other.place] === null
    if (!isWhole) return other.place === cause.place
    const center = other.usual.center - cause.usual.center
    if (center <= 0) return true
    const rest = withoutAnomalySums(other.sums, cause.sums)
    const usual = { ...other.usual, center }
    return distanceOf(search.measure, rest, usual).distance < search.limit
  }
  const rest = seen(search, without(cells, cause.place), other.place)
  return rest === undefined || !isBeyond(search, rest)
}

const alsoOf = (search: Search, cells: readonly AnomalyCell[], cause: Seen) => {
  if (anomalyDefinitions[search.measure].kind === 'count') return []
  const own = cells.filter(({ mask }) => mask & (1 << cause.place))
  const base = search.candidates[cause.place]!
  const taken = new Set(base === null ? [] : [base.dimension])
  const also: NonNullable<Cohort>[] = []
  const parts = search.candidates.flatMap((cohort, place) => {
    if (cohort === null || place === cause.place) return []
    const sums = sumOf(own, place)
    const excess = excessOf(search.measure, sums, cause.usual.center)
    return [{ cohort, excess, views: sums.views }]
  })
  const all = excessOf(search.measure, sumOf(own, cause.place), cause.usual.center)
  for (const { cohort, excess, views } of parts.toSorted((a, b) => a.views - b.views)) {
    const isNarrower = isError(cohort) || views <= narrower.views * cause.sums.views
    if (taken.has(cohort.dimension) || !isNarrower) continue
    if (excess < narrower.excess * all) continue
    also.push(cohort)
    taken.add(cohort.dimension)
    if (also.length === 2) break
  }
  return also
}

/**
 * Of all cohorts that are beyond in a window, those that explain the others: the one whose removal brings the most of
 * the others back inside, then the same among what is left. All views are the cause when no single value is.
 */
export const findCauses = (search: Search): Cause[] => {
  let { cells } = search
  for (const place of search.known) {
    if (search.candidates[place] === null) return []
    cells = without(cells, place)
  }
  const causes: Cause[] = []
  const told = new Set(search.known)
  while (causes.length < causesMax) {
    const beyond = search.candidates.flatMap((_, place) => {
      const one = told.has(place) ? undefined : seen(search, cells, place)
      return one && isBeyond(search, one) ? [one] : []
    })
    const cause = causeOf(search, cells, beyond)
    if (!cause) break
    causes.push({ cohort: search.candidates[cause.place]!, also: alsoOf(search, cells, cause) })
    if (search.candidates[cause.place] === null) break
    told.add(cause.place)
    if (anomalyDefinitions[search.measure].kind === 'count') break
    cells = without(cells, cause.place)
  }
  return causes
}

/** A value that nearly all views have says no more than all views do. */
const nearlyAll = 0.95

const isNearlyAll = (search: Search, one: Seen, whole: Seen) =>
  anomalyDefinitions[search.measure].kind === 'count'
    ? one.usual.center >= nearlyAll * whole.usual.center
    : one.views >= nearlyAll * whole.views

const causeOf = (search: Search, cells: readonly AnomalyCell[], all: readonly Seen[]) => {
  const whole = all.find(({ place }) => search.candidates[place] === null)
  const beyond = whole
    ? all.filter(
        (one) =>
          one === whole ||
          isError(search.candidates[one.place]!) ||
          !isNearlyAll(search, one, whole),
      )
    : all
  // Without the views of an error there is no failure left of it: only what else they share is a cause.
  const values = beyond.filter((one) => one !== whole && !isError(search.candidates[one.place]!))
  const ranked = values
    .map((one) => ({
      one,
      left: beyond.filter(
        (other) => other.place !== one.place && !restIsInside(search, cells, one, other),
      ),
    }))
    .toSorted(
      (a, b) =>
        a.left.length - b.left.length ||
        Number(search.pending.has(b.one.place)) - Number(search.pending.has(a.one.place)) ||
        b.one.distance - a.one.distance,
    )
  const [best] = ranked
  if (whole) return best && !best.left.includes(whole) ? best.one : whole
  return best?.one ?? beyond.find(({ place }) => isError(search.candidates[place]!))
}
