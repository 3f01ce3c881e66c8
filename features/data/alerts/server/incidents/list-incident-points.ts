import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { listAlertPoints } from '@playhead/analytics/alerting/alert-points.sql.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import {
  findStoredIncident,
  type StoredIncidentRow,
} from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { shownPerWire } from '@playhead/metrics/format.ts'
import { unitOfMeasurement } from '@playhead/metrics/unit-of.ts'
import { type alertIncidents, anomalyMeasures } from '../../contract.ts'
import { anomalySeries } from '../anomalies/anomaly-series.ts'
import { asShown } from '../evaluation/judged-rule.ts'
import { valueOf } from '../evaluation/watched-values.ts'
import { findRule, type RuleRow } from '../rules/rules.sql.ts'

const beforeMs = 30 * 60_000

const pointsOf = async (
  environment: Environment,
  incident: StoredIncidentRow,
  rule: RuleRow,
  now: Date,
) => {
  const points = await listAlertPoints(environment, rule.series_id, {
    from: new Date(incident.started_at.getTime() - beforeMs),
    until: incident.resolved_at ?? now,
  })
  return points
    .filter(({ group_key: key }) => key === incident.group_key)
    .map(({ at, known_steps: knownSteps, ...sums }) => {
      const value = valueOf(rule.metric, sums, knownSteps)
      return { time: at, metric_value: value === null ? null : asShown(rule.metric, value) }
    })
}

const seriesMsMax = 8 * 86_400_000

/** Of an anomaly, as it is judged: the finished views of its cohort, window by window. */
const pointsOfAnomaly = async (
  environment: Environment,
  incident: StoredIncidentRow,
  now: Date,
) => {
  const measure = anomalyMeasures.find((one) => one === incident.measurement)
  if (!measure) return []
  const from = incident.started_at.getTime() - beforeMs
  const until = Math.min((incident.resolved_at ?? now).getTime(), from + seriesMsMax)
  const rows = await anomalySeries(
    environment,
    { from: Math.floor(from / 1000), until: Math.ceil(until / 1000) },
    {
      measure,
      cohortKey: incident.group_key,
      length: incident.anomaly!.window_duration / anomalyWindowSeconds,
    },
  )
  const shown = shownPerWire[unitOfMeasurement(measure)]
  return rows.map(({ time, metric_value: value }) => ({
    time,
    metric_value: value === null ? null : value * shown,
  }))
}

/** Empty when the rule is gone; one that watches something else records another series. */
export const listIncidentPoints: Handlers<typeof alertIncidents>['points'] = async ({
  app,
  environment,
  params,
}) => {
  const incident = await findStoredIncident(environment, params.id)
  if (!incident) throw notFound('alert incident')
  const now = app.clock.now()
  if (incident.anomaly) return { data: await pointsOfAnomaly(environment, incident, now) }
  const rule = incident.rule_id === null ? undefined : await findRule(environment, incident.rule_id)
  if (!rule) return { data: [] }
  return { data: await pointsOf(environment, incident, rule, now) }
}
