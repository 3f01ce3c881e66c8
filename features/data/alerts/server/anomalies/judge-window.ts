import type {
  AnomalyCell,
  CohortWindow,
} from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import {
  type AnomalySums,
  type Cohort,
  noAnomalySums,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { type AnomalyMeasure, anomalyLimits } from '../../anomalies-contract.ts'
import { countsViews } from './anomaly-measures.ts'
import type { StoredAnomaly } from './anomaly-states.sql.ts'
import { type Cause, findCauses } from './find-causes.ts'
import type { AnomalyWindow } from './judge-anomaly.ts'
import {
  cohortOfKey,
  type Distance,
  distanceOf,
  isMeasuredOf,
  keyOfCohort,
  ofError,
  type UsualValues,
} from './usual-values.ts'

/** Bits of a cell; the first is all views. */
const candidatesMax = 24

/** What one window says of one cause. */
export interface SeenCause {
  measure: AnomalyMeasure
  cohortKey: string
  window: AnomalyWindow
  /** Undefined when nothing is known. */
  distance: Distance | undefined
  cause: Cause | undefined
}

export interface WindowQuestion {
  limit: number
  knownShare: number
  /** The part of the window that the one before did not see. */
  newShare: number
  /** The metrics that are searched. */
  measures: readonly AnomalyMeasure[]
  windows: readonly CohortWindow[]
  usual: UsualValues
  /** Causes that something has happened to. */
  known: readonly Pick<StoredAnomaly, 'measure' | 'cohortKey' | 'state'>[]
  /** The views of the window by the candidates that they belong to; asked only when something is beyond. */
  cellsOf: (candidates: readonly Cohort[]) => Promise<readonly AnomalyCell[]>
}

const stateKey = (measure: AnomalyMeasure, cohortKey: string) => `${measure} ${cohortKey}`

class SeenWindow {
  readonly #sums: ReadonlyMap<string, AnomalySums>
  readonly #usual: UsualValues

  constructor(windows: readonly CohortWindow[], usual: UsualValues) {
    this.#sums = new Map(windows.map(({ cohort, sums }) => [keyOfCohort(cohort), sums]))
    this.#usual = usual
  }

  distanceOf(measure: AnomalyMeasure, cohort: Cohort): Distance | undefined {
    if (!isMeasuredOf(measure, cohort)) return undefined
    const usual = this.#usual.of(measure, cohort)
    if (!usual) return undefined
    const own = this.#sums.get(keyOfCohort(cohort)) ?? noAnomalySums
    const isError = cohort?.dimension === 'error_type_id'
    const sums = isError ? ofError(own, this.#sums.get('') ?? noAnomalySums) : own
    return distanceOf(measure, sums, usual)
  }

  /** All views first, then the values that are known usually or now. */
  get cohorts(): Cohort[] {
    const keys = new Set(['', ...this.#usual.cohortKeys, ...this.#sums.keys()])
    return [...keys].map(cohortOfKey)
  }
}

const isEnough = (measure: AnomalyMeasure, { views }: Distance) =>
  countsViews(measure) || views >= anomalyLimits.leastViews

interface Ranked {
  cohort: Cohort
  distance: Distance
}

/** All views, what is known, and then those that are furthest from what is usual. */
const candidatesOf = (
  measure: AnomalyMeasure,
  ranked: readonly Ranked[],
  known: ReadonlySet<string>,
): Cohort[] => {
  const isKnown = ({ cohort }: Ranked) => known.has(stateKey(measure, keyOfCohort(cohort)))
  const furthest = ranked
    .filter(({ cohort }) => cohort !== null)
    .toSorted(
      (a, b) =>
        Number(isKnown(b)) - Number(isKnown(a)) || b.distance.distance - a.distance.distance,
    )
  return [null, ...furthest.slice(0, candidatesMax - 1).map(({ cohort }) => cohort)]
}

/** What a window says of every cause that is beyond in it, and of every one that something has happened to. */
export const judgeWindow = async (question: WindowQuestion): Promise<SeenCause[]> => {
  const { limit, knownShare, known, usual } = question
  const keysOf = (states: WindowQuestion['known']) =>
    new Set(states.map(({ measure, cohortKey }) => stateKey(measure, cohortKey)))
  const isOpen = keysOf(known.filter(({ state }) => state.phase === 'open'))
  const isPending = keysOf(known.filter(({ state }) => state.phase === 'ok' && state.beyond > 0))
  const before = keysOf(known)
  const look = new SeenWindow(question.windows, usual)
  const seen: SeenCause[] = []
  for (const measure of question.measures) {
    const ranked = look.cohorts.flatMap((cohort) => {
      const distance = look.distanceOf(measure, cohort)
      return distance ? [{ cohort, distance }] : []
    })
    const beyond = ranked.filter(
      ({ distance }) => distance.distance >= limit && isEnough(measure, distance),
    )
    const causes = new Map<string, Cause>()
    if (beyond.length > 0 && knownShare > 0) {
      const candidates = candidatesOf(measure, ranked, before)
      const placesOf = (keys: ReadonlySet<string>) =>
        new Set(
          candidates.flatMap((cohort, place) =>
            keys.has(stateKey(measure, keyOfCohort(cohort))) ? [place] : [],
          ),
        )
      const found = findCauses({
        measure,
        limit,
        candidates,
        cells: await question.cellsOf(candidates),
        usualOf: (cohort) =>
          isMeasuredOf(measure, cohort) ? usual.of(measure, cohort) : undefined,
        known: placesOf(isOpen),
        pending: placesOf(isPending),
      })
      for (const cause of found) causes.set(keyOfCohort(cause.cohort), cause)
    }
    const ofMeasure = known.filter((one) => one.measure === measure).map((one) => one.cohortKey)
    for (const cohortKey of new Set([...causes.keys(), ...ofMeasure])) {
      const distance = look.distanceOf(measure, cohortOfKey(cohortKey))
      seen.push({
        measure,
        cohortKey,
        distance,
        cause: causes.get(cohortKey),
        window: {
          knownShare,
          distance: distance?.distance ?? null,
          views: distance?.views ?? 0,
          affected: distance?.affected ?? 0,
          newShare: question.newShare,
          isCause: causes.has(cohortKey),
          countsViews: countsViews(measure),
        },
      })
    }
  }
  return seen
}
