import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { events } from '../contract.ts'
import { findNow, listEventRowsBetween, listEventRowsOf } from './events.sql.ts'
import { type Place, placeName, readPlace, readSnapshot, writePlace } from './feed-place.ts'
import { presentEvent, presentLog } from './present-activity.ts'
import { listLogRowsOf } from './request-logs.sql.ts'

/** Newest first. */
export const listEventsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listEventRowsOf(environment, objectId, limit)).map(presentEvent)

export const listLogsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listLogRowsOf(environment, objectId, limit)).map(presentLog)

/** A reader who was away longer reads its lists again sooner than it reads what happened. */
const awayMaxSeconds = 3600

export const readFeed: Handlers<typeof events>['feed'] = async ({ app, environment, query }) => {
  const now = await findNow(environment)
  const at = Math.floor(app.clock.now().getTime() / 1000)
  const newest: Place = { at, database: placeName(now.database), from: readSnapshot(now.snapshot) }
  if (query.after === undefined) return { data: [], next: writePlace(newest), gap: false }
  const after = readPlace(query.after)
  if (!after || after.database !== newest.database || at - after.at > awayMaxSeconds)
    return { data: [], next: writePlace(newest), gap: true }
  const until = after.page?.until ?? newest.from
  const sequence = after.page?.sequence ?? '0'
  const found = await listEventRowsBetween(
    environment,
    { from: after.from, until, sequence },
    query.types,
    query.limit + 1,
  )
  const rows = found.slice(0, query.limit)
  const next =
    found.length > rows.length
      ? { ...after, page: { until, sequence: String(rows.at(-1)!.sequence) } }
      : { ...newest, from: until }
  return { data: rows.map(presentEvent), next: writePlace(next), gap: false }
}
