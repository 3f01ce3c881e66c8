import type { App } from '@playhead/server-kit/app.ts'
import {
  claimAnalyticsDeletion,
  type DeletionRow,
  finishAnalyticsDeletion,
  postponeAnalyticsDeletion,
} from './analytics-deletions.sql.ts'
import { deleteAnalyticsOf, listAnalyticsTables } from './analytics-tables.sql.ts'

const minuteMs = 60_000
const leaseMs = 15 * minuteMs
/** A view that was open when its environment was deleted may be written up to an hour later. */
const stragglersMs = 120 * minuteMs
const longestPauseMs = 60 * minuteMs

const clear = async (app: App, deletion: DeletionRow) => {
  const { environment_id: id, requested_at: requestedAt } = deletion
  for (const table of await listAnalyticsTables(app.clickhouse))
    await deleteAnalyticsOf(app.clickhouse, table, id)
  const again = new Date(requestedAt.getTime() + stragglersMs)
  if (app.clock.now() >= again) await finishAnalyticsDeletion(app.postgres, id)
  else await postponeAnalyticsDeletion(app.postgres, id, { until: again, lastError: null })
}

/** Deletes the analytics of deleted environments: at once, and again when no more data can arrive. */
export const clearAnalytics = async (app: App): Promise<void> => {
  for (;;) {
    const now = app.clock.now().getTime()
    const deletion = await claimAnalyticsDeletion(
      app.postgres,
      new Date(now),
      new Date(now + leaseMs),
    )
    if (!deletion) return
    try {
      await clear(app, deletion)
    } catch (error) {
      const pause = Math.min(minuteMs * 2 ** Math.min(deletion.attempts - 1, 10), longestPauseMs)
      await postponeAnalyticsDeletion(app.postgres, deletion.environment_id, {
        until: new Date(app.clock.now().getTime() + pause),
        lastError: error instanceof Error ? error.message : String(error),
      })
      app.log.warn('analytics of a deleted environment are not removed yet', {
        environment: deletion.environment_id,
        error,
      })
    }
  }
}
