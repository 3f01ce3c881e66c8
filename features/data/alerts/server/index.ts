import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import {
  alertIncidents,
  alertJudging,
  alertRules,
  anomalySettings,
  incidentMarks,
} from '../contract.ts'
import { retrieveAnomalySettings } from './anomalies/retrieve-anomaly-settings.ts'
import { searchAnomalies } from './anomalies/search-anomalies.ts'
import { updateAnomalySettings } from './anomalies/update-anomaly-settings.ts'
import { backtestAlertRule } from './backtest/backtest-alert-rule.ts'
import { evaluateAlerts } from './evaluation/evaluate-alerts.ts'
import { listAlertRuleFigures } from './figures/list-alert-rule-figures.ts'
import { retrieveAlertRuleFigures } from './figures/retrieve-alert-rule-figures.ts'
import { acknowledgeIncident } from './incidents/acknowledge-incident.ts'
import { listAlertIncidents } from './incidents/list-alert-incidents.ts'
import { listIncidentPoints } from './incidents/list-incident-points.ts'
import { resolveIncident } from './incidents/resolve-incident.ts'
import { retrieveAlertIncident } from './incidents/retrieve-alert-incident.ts'
import { snoozeIncident } from './incidents/snooze-incident.ts'
import { checkJudging } from './judging/check-judging.ts'
import { expireUnjudged } from './judging/expire-unjudged.ts'
import { retrieveJudging } from './judging/retrieve-judging.ts'
import { alertsTopic } from './marks/alerts-topic.ts'
import { listIncidentMarks } from './marks/list-incident-marks.ts'
import { retrieveAlertSummary } from './marks/retrieve-alert-summary.ts'
import { createAlertRule } from './rules/create-alert-rule.ts'
import { listAlertRules } from './rules/list-alert-rules.ts'
import { removeAlertRule } from './rules/remove-alert-rule.ts'
import { replaceAlertRule } from './rules/replace-alert-rule.ts'
import { retrieveAlertRule } from './rules/retrieve-alert-rule.ts'
import { updateAlertRule } from './rules/update-alert-rule.ts'

export const alertsServer = feature('alerts', {
  endpoints: [
    implement(alertRules, {
      list: listAlertRules,
      retrieve: retrieveAlertRule,
      create: createAlertRule,
      replace: replaceAlertRule,
      update: updateAlertRule,
      remove: removeAlertRule,
      backtest: backtestAlertRule,
      figures: retrieveAlertRuleFigures,
      listFigures: listAlertRuleFigures,
    }),
    implement(alertIncidents, {
      listIncidents: listAlertIncidents,
      retrieveIncident: retrieveAlertIncident,
      points: listIncidentPoints,
      acknowledge: acknowledgeIncident,
      resolve: resolveIncident,
      snooze: snoozeIncident,
    }),
    implement(incidentMarks, {
      listMarks: listIncidentMarks,
      retrieveSummary: retrieveAlertSummary,
    }),
    implement(alertJudging, { retrieveJudging }),
    implement(anomalySettings, { retrieveAnomalySettings, updateAnomalySettings }),
  ],
  topics: [alertsTopic],
  parts: [
    serverCheck({ order: 15, name: 'alert-rules', title: 'Alert rules', read: checkJudging }),
  ],
  // Its lease makes one process at a time the evaluator; it runs for a minute and is due again at once.
  schedules: [
    { name: 'alerts: judge rules', everySeconds: 1, run: evaluateAlerts },
    { name: 'alerts: search for anomalies', everySeconds: 30, run: searchAnomalies },
    { name: 'alerts: expire what is not judged', everySeconds: 300, run: expireUnjudged },
  ],
})

export { alertFigures } from './evaluation/evaluate-alerts.ts'

export { searchHistory } from './anomalies/search-history.ts'

export { addAlertRule } from './rules/add-alert-rule.ts'

/** For measurements. */
export { backtestRule } from './backtest/backtest-rule.ts'
export { AnomalySearch } from './anomalies/anomaly-search.ts'
export { anomalyParts } from './anomalies/anomaly-parts.ts'
export type { AnomalyState } from './anomalies/judge-anomaly.ts'
export type { StoredAnomaly } from './anomalies/anomaly-states.sql.ts'
export { Evaluator } from './evaluation/evaluator.ts'

export {
  alertsChannel,
  type ChangedIncident,
  type IncidentChange,
  incidentListener,
} from './incident-changes.ts'
