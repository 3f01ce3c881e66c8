import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { Database } from '@playhead/postgres/client.ts'
import {
  endIncident,
  noDataImpact,
  noteProgress,
  openIncident,
} from '@playhead/features/data/incidents/server'
import { anomalyLimits } from '../../anomalies-contract.ts'
import { announceIncident } from '../announce-incident.ts'
import { notifyAlerts } from '../notify-alerts.sql.ts'
import { anomalyDefinitions, measuredValue } from './anomaly-measures.ts'
import { takeWindow } from './anomaly-settings.sql.ts'
import {
  deleteAnomalyState,
  listAnomalyStates,
  storeAnomalyState,
  type StoredAnomaly,
} from './anomaly-states.sql.ts'
import { describeAnomaly, impactOfAnomaly } from './anomaly-texts.ts'
import {
  type AnomalyApp,
  cohortsOf,
  type IncidentFacts,
  judgedOf,
  type JudgedWindow,
  readFacts,
  readFactsAhead,
  storedOf,
} from './incident-facts.ts'
import { type AnomalyEffect, isForgettable } from './judge-anomaly.ts'
import type { SeenCause } from './judge-window.ts'

const measuredOf = ({ measure, distance }: SeenCause) =>
  distance?.value === undefined || distance.value === null
    ? null
    : measuredValue(measure, distance.value)

const impactOf = (one: SeenCause, length: number) =>
  one.distance
    ? impactOfAnomaly(one.measure, {
        value: measuredOf(one),
        usual: measuredValue(one.measure, one.distance.usual.center),
        views: one.distance.views,
        windowSeconds: length * anomalyWindowSeconds,
      })
    : noDataImpact

const perHour = 3_600 / anomalyWindowSeconds

const openFor = (
  transaction: Database,
  window: JudgedWindow,
  one: SeenCause,
  { series, errorName }: IncidentFacts,
) => {
  const { measure, cohortKey, distance } = one
  const { area } = anomalyDefinitions[measure]
  const { usual, spread, views, affected } = distance!
  const cohorts = cohortsOf(one)
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
    description: describeAnomaly(measure, cohorts, errorName),
    impact: impactOf(one, window.length),
    breakdowns: cohorts.map(({ dimension, value }) => ({ id: dimension, name: dimension, value })),
    causes: [],
    series,
    isFlapping: false,
    // The first of both windows.
    startedAt: new Date((window.at - anomalyWindowSeconds) * 1000),
  })
}

const endFor = (
  transaction: Database,
  one: SeenCause,
  end: { id: string; effect: AnomalyEffect & { kind: 'end' } },
  { series }: IncidentFacts,
) =>
  endIncident(transaction, end.id, {
    status: end.effect.status,
    reason:
      end.effect.status === 'closed' ? 'data_triggered_resolution' : 'unknown_resolution_reason',
    expiredBy: end.effect.status === 'expired' ? end.effect.by : null,
    value: measuredOf(one),
    viewers: null,
    series,
    endedAt: new Date(end.effect.at * 1000),
  })

/** What one window means for one cause: its incident, its state and its notifications. */
const writeOne = async (
  app: AnomalyApp,
  transaction: Database,
  window: JudgedWindow,
  one: SeenCause,
  stored: StoredAnomaly | undefined,
  ahead: IncidentFacts | undefined,
) => {
  const { environmentId, at } = window
  const limit = anomalyLimits.distances[window.sensitivity]
  const { state, effect } = judgedOf(window, one, stored)
  // A state that changed since it was read ahead is seldom; its facts are read now.
  const facts = async (of: AnomalyEffect) => ahead ?? (await readFacts(app, window, one, of))
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
    incidentId = (await openFor(transaction, window, one, await facts(effect))) ?? null
    if (incidentId) await announce(incidentId, 'opened')
  } else if (incidentId) {
    const value = measuredOf(one)
    const { distance } = one.window
    await noteProgress(transaction, incidentId, {
      value,
      peak: value,
      area: anomalyDefinitions[measure].area,
      affectedViews: one.window.affected * one.window.newShare,
      affectedViewsPerHour: one.window.affected * one.window.newShare * perHour,
      sampleSize: one.window.views,
      impact: distance !== null && distance >= limit ? impactOf(one, window.length) : null,
      isUnknown: distance === null,
    })
  }
  if (effect?.kind === 'end' && incidentId) {
    const end = { id: incidentId, effect }
    const ended = await endFor(transaction, one, end, await facts(effect))
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
export const writeAnomalies = async (app: AnomalyApp, window: JudgedWindow) => {
  const ahead = await readFactsAhead(app, window)
  await app.postgres.transaction(async (transaction) => {
    const until = window.at + anomalyWindowSeconds
    const taken = await takeWindow(transaction, window.environmentId, until)
    if (!taken) return
    // A metric may have been switched off since, too.
    const seen = window.seen.filter(({ measure }) => !taken.off_measures.includes(measure))
    // Read again: a person may have resolved an incident since the window was looked at.
    const states = await listAnomalyStates(transaction, window.environmentId)
    for (const one of seen)
      await writeOne(app, transaction, window, one, storedOf(states, one), ahead.get(one))
  })
}
