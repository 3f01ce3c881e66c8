import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { events } from '../contract.ts'
import { findNow, listEventRowsBetween } from './events.sql.ts'
import { type Place, placeName, readPlace, readSnapshot, writePlace } from './feed-place.ts'
import { presentEvent } from './present-activity.ts'

/** For a reader who was away longer, reloading its lists is faster than reading all events. */
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
