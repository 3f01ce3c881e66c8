import { anomalyWindowSeconds, type Cohort } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { askErrorName } from '@playhead/analytics/anomalies/ask-error-name.sql.ts'
import type { IncidentPoint } from '@playhead/features/data/incidents/server'
import type { App } from '@playhead/server-kit/app.ts'
import { type AnomalySensitivity, anomalyLimits } from '../../anomalies-contract.ts'
import { anomalySeries } from './anomaly-series.ts'
import { listAnomalyStates, type StoredAnomaly } from './anomaly-states.sql.ts'
import { type AnomalyEffect, judgeAnomaly, newAnomalyState } from './judge-anomaly.ts'
import type { SeenCause } from './judge-window.ts'
import { cohortOfKey } from './usual-values.ts'

const seriesSeconds = 1_800

export type AnomalyApp = Pick<App, 'postgres' | 'clickhouse' | 'clock' | 'slots'>

export interface JudgedWindow {
  environmentId: string
  sensitivity: AnomalySensitivity
  /** The start of the window, epoch seconds. */
  at: number
  /** In windows of five minutes. */
  length: number
  seen: readonly SeenCause[]
  /** The window lies before the search was switched on, so no notification is sent. */
  isHistory: boolean
}

const seriesOf = (
  { clickhouse }: AnomalyApp,
  { environmentId, at, length }: JudgedWindow,
  { measure, cohortKey }: SeenCause,
): Promise<IncidentPoint[]> => {
  const until = at + anomalyWindowSeconds
  return anomalySeries(
    { id: environmentId, clickhouse },
    { from: until - seriesSeconds, until },
    { measure, cohortKey, length },
  )
}

/** People recognize an error by its code. */
const errorNameOf = async (
  { clickhouse }: AnomalyApp,
  { environmentId, at, length }: JudgedWindow,
  cohorts: readonly NonNullable<Cohort>[],
) => {
  const error = cohorts.find(({ dimension }) => dimension === 'error_type_id')
  const until = at + anomalyWindowSeconds
  const range = { from: until - length * anomalyWindowSeconds, until }
  return error && askErrorName({ id: environmentId, clickhouse }, range, error.value)
}

export const cohortsOf = ({ cohortKey, cause }: SeenCause) => {
  const cohort = cohortOfKey(cohortKey)
  return [...(cohort === null ? [] : [cohort]), ...(cause?.also ?? [])]
}

/** What an incident that begins or ends says of its views. */
export interface IncidentFacts {
  series: IncidentPoint[]
  errorName: string | undefined
}

export const readFacts = async (
  app: AnomalyApp,
  window: JudgedWindow,
  one: SeenCause,
  { kind }: AnomalyEffect,
): Promise<IncidentFacts> => ({
  series: await seriesOf(app, window, one),
  errorName: kind === 'open' ? await errorNameOf(app, window, cohortsOf(one)) : undefined,
})

export const storedOf = (states: readonly StoredAnomaly[], one: SeenCause) =>
  states.find(({ measure, cohortKey }) => measure === one.measure && cohortKey === one.cohortKey)

/** What the window does with a cause whose state is stored. */
export const judgedOf = (
  { sensitivity, at }: JudgedWindow,
  one: SeenCause,
  stored: StoredAnomaly | undefined,
) =>
  judgeAnomaly(
    anomalyLimits.distances[sensitivity],
    one.window,
    stored?.state ?? newAnomalyState(at),
    at,
  )

/**
 * The facts of all causes whose incidents will begin or end. Read before rows are locked: a slow engine must not make those
 * wait who resolve an incident.
 */
export const readFactsAhead = async (app: AnomalyApp, window: JudgedWindow) => {
  const states = await listAnomalyStates(app.postgres, window.environmentId)
  const facts = new Map<SeenCause, IncidentFacts>()
  for (const one of window.seen) {
    const { effect } = judgedOf(window, one, storedOf(states, one))
    if (effect) facts.set(one, await readFacts(app, window, one, effect))
  }
  return facts
}
