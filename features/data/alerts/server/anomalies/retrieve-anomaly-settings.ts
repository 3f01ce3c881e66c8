import { askFirstViewEnd } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { anomalyLimits, type anomalySettings } from '../../anomalies-contract.ts'
import { findAnomalySettings, measuresWithout } from './anomaly-settings.sql.ts'

const dayMs = 86_400_000

export const presentAnomalySettings = async (environment: Environment, now: Date) => {
  const [settings, first] = await Promise.all([
    findAnomalySettings(environment),
    askFirstViewEnd(environment),
  ])
  const historyDays = first ? Math.max(Math.floor((now.getTime() - first.getTime()) / dayMs), 0) : 0
  const { off_measures: off, history_until: history, ...others } = settings
  const isLookingBack =
    settings.is_enabled && history !== null && (settings.judged_until ?? 0) < history
  return {
    ...others,
    measures: measuresWithout(off),
    looks_back_until: isLookingBack ? history : null,
    history_days: historyDays,
    missing_days: Math.max(anomalyLimits.historyDays - historyDays, 0),
  }
}

export const retrieveAnomalySettings: Handlers<
  typeof anomalySettings
>['retrieveAnomalySettings'] = async ({ app, environment }) => ({
  data: await presentAnomalySettings(environment, app.clock.now()),
})
