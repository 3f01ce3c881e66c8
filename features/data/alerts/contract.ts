import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, pageLimits } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { incidentSeverities } from '@playhead/features/data/incidents/contract'
import { monitoringDimensionIds } from '@playhead/features/data/monitoring/contract'
import { AlertBacktest, AlertRuleFigures, nightQuery } from './backtest-contract.ts'
import {
  alertLimits,
  AlertRule,
  between,
  Filter,
  name,
  noDataModes,
  rule,
  ThresholdAlertChange,
  wholeMinutes,
} from './rule-contract.ts'

const read = scoped('data:read')
/** Members read rules, admins write them. */
const writeRules = scoped('data:write', { admin: true })
const ruleParams = z.object({ id: ref('alert_rule') })

export const alertRules = endpoints({
  list: get('/ui/v1/alert-rules', {
    access: read,
    summary: 'The alert rules of the environment, newest first; the first page is 0',
    query: z.object({
      page: z._default(between(0, 1_000_000), 0),
      limit: z._default(between(1, pageLimits.maxLimit), alertLimits.rulesPage),
    }),
    returns: z.object({ data: z.array(AlertRule), total_row_count: z.int() }),
  }),
  retrieve: get('/ui/v1/alert-rules/:id', {
    access: read,
    summary: 'One alert rule',
    params: ruleParams,
    returns: dataOf(AlertRule),
  }),
  create: post('/ui/v1/alert-rules', {
    access: writeRules,
    summary: 'Create an alert rule',
    body: z.object(rule),
    returns: dataOf(AlertRule),
    status: 201,
  }),
  replace: put('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary: 'Replace an alert rule',
    params: ruleParams,
    body: z.object(rule),
    returns: dataOf(AlertRule),
  }),
  update: patch('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary:
      'Change an alert rule; omitted fields stay unchanged. Its open incidents end unless only name, channels or severity change',
    params: ruleParams,
    body: z.object({
      name: z.optional(name),
      metric: z.optional(rule.metric),
      threshold_alert: z.optional(ThresholdAlertChange),
      window_duration: z.optional(wholeMinutes),
      window_min_views: z.optional(between(0, alertLimits.minViews.max)),
      filters: z.optional(z.array(Filter).check(z.maxLength(alertLimits.filtersMax))),
      group_by: z.optional(
        z.array(z.enum(monitoringDimensionIds)).check(z.maxLength(alertLimits.groupByMax)),
      ),
      groups_max: z.optional(between(1, alertLimits.groupsMax.max)),
      on_no_data: z.optional(z.enum(noDataModes)),
      severity: z.optional(z.enum(incidentSeverities)),
      channel_ids: z.optional(
        z.nullable(z.array(z.uuid()).check(z.maxLength(alertLimits.channelsMax))),
      ),
      is_enabled: z.optional(z.boolean()),
    }),
    returns: dataOf(AlertRule),
  }),
  remove: del('/ui/v1/alert-rules/:id', {
    access: writeRules,
    summary: 'Delete an alert rule; its open incidents end',
    params: ruleParams,
    returns: nothing,
  }),
  backtest: post('/ui/v1/alert-rules/backtest', {
    access: read,
    summary: 'Backtest a rule: how it would have behaved in the last days',
    asks: true,
    body: z.object({
      alert_rule: z.object(rule),
      days: z._default(between(1, alertLimits.backtestDays.max), alertLimits.backtestDays.default),
    }),
    returns: dataOf(AlertBacktest),
  }),
  figures: get('/ui/v1/alert-rules/:id/figures', {
    access: read,
    summary: 'What a rule did in the last 30 days; for a noisy one, with a suggested value',
    params: ruleParams,
    query: nightQuery,
    returns: dataOf(AlertRuleFigures),
  }),
  listFigures: get('/ui/v1/alert-rule-figures', {
    access: read,
    summary: 'What each rule of the environment did in the last 30 days, without proposals',
    query: nightQuery,
    returns: z.object({ data: z.array(AlertRuleFigures) }),
  }),
})

export { alertAreas, alertLimits, AlertRule, noDataModes } from './rule-contract.ts'
export { AlertBacktest, AlertRuleFigures, backtestMethods } from './backtest-contract.ts'
export { AlertIncident, alertIncidents } from './incidents-contract.ts'
export { AlertJudging, alertJudging } from './judging-contract.ts'
export { alertsTopic, incidentMarks, markLimits } from './marks-contract.ts'
export {
  anomalyLimits,
  anomalyMeasures,
  type AnomalySensitivity,
  AnomalySettings,
  anomalySettings,
  anomalySensitivities,
} from './anomalies-contract.ts'
