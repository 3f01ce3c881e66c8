import { askFirstViewEnd } from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** The `first_view_at` of a time series; absent where its first step has views, because none are missing then. */
export const firstViewOf = async (
  environment: Environment,
  viewsOfFirstStep: number | undefined,
): Promise<{ first_view_at?: number }> => {
  const first = viewsOfFirstStep === 0 ? await askFirstViewEnd(environment) : undefined
  return first ? { first_view_at: Math.floor(first.getTime() / 1_000) } : {}
}
