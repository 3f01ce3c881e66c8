import { countIncidents, listWorstIncidents } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type incidentMarks, markLimits } from '../../marks-contract.ts'
import { findAnomalySettings } from '../anomalies/anomaly-settings.sql.ts'
import { presentAnomalySettings } from '../anomalies/retrieve-anomaly-settings.ts'
import { presentAlertIncident } from '../incidents/present-alert-incident.ts'
import { judgingAt } from '../judging/judging-at.ts'
import { findJudged } from '../judging/judging.sql.ts'
import { spanOf } from './span-of.ts'

const anomaliesOf = async (environment: Environment, now: Date) => {
  const { is_enabled: isEnabled } = await findAnomalySettings(environment)
  if (!isEnabled) return 'off'
  const { missing_days: missingDays } = await presentAnomalySettings(environment, now)
  return missingDays > 0 ? 'learning' : 'on'
}

/** Rules of a plan without alert rules watch nothing. ALRT-002 */
export const retrieveAlertSummary: Handlers<typeof incidentMarks>['retrieveSummary'] = async ({
  app,
  environment,
  flags,
  query,
}) => {
  const now = app.clock.now()
  const span = spanOf(query, now)
  const [worst, incidentCount, judged, anomalies] = await Promise.all([
    listWorstIncidents(environment, { ...span, limit: markLimits.worst }),
    countIncidents(environment, span),
    findJudged(environment.postgres, environment),
    anomaliesOf(environment, now),
  ])
  return {
    data: {
      worst: worst.map(presentAlertIncident),
      incident_count: incidentCount,
      rule_count: flags.alertingV2 ? judged.rule_count : 0,
      judging: judgingAt(judged, now),
      anomalies,
    },
  }
}
