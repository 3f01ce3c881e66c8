import { anomalyWindowSeconds, type Cohort } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { askErrorName } from '@playhead/analytics/anomalies/ask-error-name.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'
import {
  endIncident,
  type IncidentPoint,
  noteProgress,
  openIncident,
} from '@playhead/features/data/incidents/server'
import { type AnomalySensitivity, anomalyLimits } from '../../anomalies-contract.ts'
import { announceIncident } from '../announce-incident.ts'
import { notifyAlerts } from '../notify-alerts.sql.ts'
import { anomalyDefinitions, measuredValue } from './anomaly-measures.ts'
import { anomalySeries } from './anomaly-series.ts'
import { takeWindow } from './anomaly-settings.sql.ts'
import {
  deleteAnomalyState,
  listAnomalyStates,
  storeAnomalyState,
  type StoredAnomaly,
} from './anomaly-states.sql.ts'
import { describeAnomaly, impactOfAnomaly } from './anomaly-texts.ts'
import {
  type AnomalyEffect,
  isForgettable,
  judgeAnomaly,
  newAnomalyState,
} from './judge-anomaly.ts'
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

const measuredOf = ({ measure, distance }: SeenCause) =>
  distance?.value === undefined || distance.value === null
    ? null
    : measuredValue(measure, distance.value)

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

const impactOf = (one: SeenCause, length: number) =>
  one.distance
    ? impactOfAnomaly(one.measure, {
        value: measuredOf(one),
        usual: measuredValue(one.measure, one.distance.usual.center),
        views: one.distance.views,
        windowSeconds: length * anomalyWindowSeconds,
      })
    : 'No data is coming in.'

const perHour = 3_600 / anomalyWindowSeconds

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

const openFor = async (
  app: AnomalyApp,
  transaction: Database,
  window: JudgedWindow,
  one: SeenCause,
) => {
  const { measure, cohortKey, distance, cause } = one
  const { area } = anomalyDefinitions[measure]
  const { usual, spread, views, affected } = distance!
  const cohort = cohortOfKey(cohortKey)
  const cohorts = [...(cohort === null ? [] : [cohort]), ...(cause?.also ?? [])]
  const reach = anomalyLimits.distances[window.sensitivity] * spread
  const limit = measuredValue(
    measure,
    Math.max(usual.center + (area === 'above' ? reach : -reach), 0),
  )
  return openIncident(transaction, {
    environmentId: window.environmentId,
    type: 'anomaly',
    severity: 'alert',
    incidentKey: [
      measure,
      ...cohorts.map(({ dimension, value }) => `${dimension}:${value}`).toSorted(),
    ].join(' '),
    ruleId: null,
    rule: null,
    anomaly: {
      usual: measuredValue(measure, usual.center),
      limit,
      area,
      sensitivity: window.sensitivity,
      window_duration: window.length * anomalyWindowSeconds,
    },
    groupKey: cohortKey,
    measurement: measure,
    value: measuredOf(one),
    threshold: limit,
    viewers: null,
    sampleSize: views,
    sampleSizeUnit: 'views',
    affectedViews: affected,
    affectedViewsPerHour: (affected * perHour) / window.length,
    description: describeAnomaly(measure, cohorts, await errorNameOf(app, window, cohorts)),
    impact: impactOf(one, window.length),
    breakdowns: cohorts.map(({ dimension, value }) => ({ id: dimension, name: dimension, value })),
    series: await seriesOf(app, window, one),
    isFlapping: false,
    // The first of both windows.
    startedAt: new Date((window.at - anomalyWindowSeconds) * 1000),
  })
}

const endFor = async (
  app: AnomalyApp,
  transaction: Database,
  window: JudgedWindow,
  one: SeenCause,
  end: { id: string; effect: AnomalyEffect & { kind: 'end' } },
) =>
  endIncident(transaction, end.id, {
    status: end.effect.status,
    reason:
      end.effect.status === 'closed' ? 'data_triggered_resolution' : 'unknown_resolution_reason',
    value: measuredOf(one),
    viewers: null,
    series: await seriesOf(app, window, one),
    endedAt: new Date(end.effect.at * 1000),
  })

/** What one window means for one cause: its incident, its state and its notifications. */
const writeOne = async (
  app: AnomalyApp,
  transaction: Database,
  window: JudgedWindow,
  one: SeenCause,
  stored: StoredAnomaly | undefined,
) => {
  const { environmentId, at } = window
  const limit = anomalyLimits.distances[window.sensitivity]
  const before = stored?.state ?? newAnomalyState(at)
  const { state, effect } = judgeAnomaly(limit, one.window, before, at)
  const { measure, cohortKey } = one
  let incidentId = stored?.incidentId ?? null
  const announce = (id: string, change: 'opened' | 'ended') =>
    window.isHistory
      ? notifyAlerts(transaction, id)
      : announceIncident(
          app,
          transaction,
          { id, type: 'anomaly', environmentId, channelIds: null },
          change,
        )
  if (effect?.kind === 'open') {
    incidentId = (await openFor(app, transaction, window, one)) ?? null
    if (incidentId) await announce(incidentId, 'opened')
  } else if (incidentId) {
    const value = measuredOf(one)
    const isBeyond = (one.window.distance ?? limit) >= limit
    await noteProgress(transaction, incidentId, {
      value,
      peak: value,
      area: anomalyDefinitions[measure].area,
      affectedViews: one.window.affected * one.window.newShare,
      affectedViewsPerHour: one.window.affected * one.window.newShare * perHour,
      sampleSize: one.window.views,
      impact: isBeyond ? impactOf(one, window.length) : null,
    })
  }
  if (effect?.kind === 'end' && incidentId) {
    const ended = await endFor(app, transaction, window, one, { id: incidentId, effect })
    if (ended > 0) await announce(incidentId, 'ended')
    incidentId = null
  }
  if (isForgettable(state, at)) {
    if (stored) await deleteAnomalyState(transaction, environmentId, one)
    return
  }
  await storeAnomalyState(transaction, environmentId, { measure, cohortKey, state, incidentId })
}

/** Writes all that a window means in one transaction; a window that is judged already changes nothing. */
export const writeAnomalies = (app: AnomalyApp, window: JudgedWindow) =>
  app.postgres.transaction(async (transaction) => {
    const until = window.at + anomalyWindowSeconds
    const taken = await takeWindow(transaction, window.environmentId, until)
    if (!taken) return
    // A metric may have been switched off since, too.
    const seen = window.seen.filter(({ measure }) => !taken.off_measures.includes(measure))
    // Read again: a person may have resolved an incident since the window was looked at.
    const states = await listAnomalyStates(transaction, window.environmentId)
    for (const one of seen) {
      const stored = states.find(
        ({ measure, cohortKey }) => measure === one.measure && cohortKey === one.cohortKey,
      )
      await writeOne(app, transaction, window, one, stored)
    }
  })
