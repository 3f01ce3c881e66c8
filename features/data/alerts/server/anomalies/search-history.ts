import type { Environment } from '@playhead/server-kit/tenant.ts'
import { anomalyLimits, anomalyMeasures } from '../../anomalies-contract.ts'
import { historyRange } from './history-range.ts'
import { hasAnomalySettings, updateAnomalySettings } from './anomaly-settings.sql.ts'

/** For an environment whose history was just written: switches the search on, unless a person has decided already. */
export const searchHistory = async (
  environment: Pick<Environment, 'id' | 'postgres'>,
  now: Date,
) => {
  if (await hasAnomalySettings(environment)) return
  await updateAnomalySettings(environment, {
    isEnabled: true,
    sensitivity: 'medium',
    measures: anomalyMeasures,
    lookBack: historyRange(now, anomalyLimits.lookBackDaysMax),
  })
}
