import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { sumPreparedSeconds } from './row/assets.sql.ts'

const dayMs = 86_400_000

/** ASST-013: of the first day only the part within the range counts. */
export const readPrepared: Handlers<typeof assets>['prepared'] = async ({
  app,
  environment,
  query,
}) => {
  const now = app.clock.now().getTime()
  const since = now - query.days * dayMs
  const rows = await sumPreparedSeconds(environment, new Date(since))
  const seconds = new Map(rows.map((row) => [row.day, row.seconds]))
  const first = Math.floor(since / dayMs)
  const data = Array.from({ length: Math.floor(now / dayMs) - first + 1 }, (_, at) => {
    const date = new Date((first + at) * dayMs).toISOString()
    return { date, value: seconds.get(date.slice(0, 10)) ?? 0 }
  })
  return { data }
}
