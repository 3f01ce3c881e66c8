import { spanOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type usage, usageLimits } from '../../contract.ts'
import { listHours } from './usage-days.sql.ts'
import { dayMs, dayOf, fileNameOf, usageFile } from './usage-file.ts'

/** Whole days from yesterday back, newest first; those that overlap the timeframe. */
const daysOf = (now: Date, asked: { start: Date; end: Date } | undefined) => {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return Array.from(
    { length: usageLimits.exportDays },
    (_, index) => new Date(today - (index + 1) * dayMs),
  ).filter((day) => !asked || (day < asked.end && day.getTime() + dayMs > asked.start.getTime()))
}

export const listUsageExports: Handlers<typeof usage>['listExports'] = async ({
  app,
  environment,
  query,
}) => {
  const { page, limit, download_url_ttl: seconds } = query
  const now = app.clock.now()
  const days = daysOf(now, spanOf(query.timeframe, now, usageLimits.reachDays))
  const shown = days.slice((page - 1) * limit, page * limit)
  const [newest, oldest] = [shown[0], shown.at(-1)]
  const rows =
    newest && oldest
      ? await listHours(environment.postgres, environment.id, {
          from: oldest,
          until: new Date(newest.getTime() + dayMs),
        })
      : []
  const expiresAt = Math.floor(now.getTime() / 1000) + seconds
  return {
    data: shown.map(dayOf).map((date) => {
      const statement = { environment: environment.id, day: date }
      const token = app.vault.sign('usage-export', statement, seconds, now)
      const ofDay = rows.filter(({ day }) => day === date)
      return {
        date,
        download_url: `${app.settings.publicUrl}/system/v1/usage/exports/${fileNameOf(date)}?token=${token}`,
        download_url_expires_at: expiresAt,
        file_size: usageFile(environment.id, ofDay).length,
      }
    }),
    meta: { page, limit, pages: Math.ceil(days.length / limit), total: days.length },
  }
}
