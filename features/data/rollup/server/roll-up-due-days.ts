import { dueDays, removeReplacedDays, rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'

/** Rolls up the days whose views are new or changed since the last run; returns their number. */
export const rollUpDue = async (app: App, signal?: AbortSignal): Promise<number> => {
  const days = await dueDays(app.clickhouse, app.clock.now())
  for (const day of days) {
    if (signal?.aborted) return days.indexOf(day)
    await rollUp(app.clickhouse, day, app.clock.now())
  }
  await removeReplacedDays(app.clickhouse)
  return days.length
}

export const rollUpDueDays: Schedule = {
  name: 'daily rollup of views',
  everySeconds: 900,
  run: async (app, signal) => void (await rollUpDue(app, signal)),
}
