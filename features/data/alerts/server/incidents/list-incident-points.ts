import { listAlertPoints } from '@playhead/analytics/alerting/alert-points.sql.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import {
  findStoredIncident,
  type StoredIncidentRow,
} from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { alertIncidents } from '../../contract.ts'
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

/** Empty when the rule is gone; one that watches something else records another series. */
export const listIncidentPoints: Handlers<typeof alertIncidents>['points'] = async ({
  app,
  environment,
  params,
}) => {
  const incident = await findStoredIncident(environment, params.id)
  if (!incident) throw notFound('alert incident')
  const rule = incident.rule_id === null ? undefined : await findRule(environment, incident.rule_id)
  if (!rule) return { data: [] }
  return { data: await pointsOf(environment, incident, rule, app.clock.now()) }
}
