import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { events } from '../contract.ts'
import { countEventRows, listEventRows } from './list-events.sql.ts'
import { presentEvent, presentListedEvent } from './present-activity.ts'
import { readSince } from './read-since.ts'
import { refuseFarPage } from './refuse-far-page.ts'
import { spanOf } from './span-of.ts'

const nothingKnown = { delivered: 0, pending: 0, failed: 0 }

/** ACTV-003 */
export const listEvents: Handlers<typeof events>['list'] = async ({ app, environment, query }) => {
  const { page, limit, after, types } = query
  if (after !== undefined) {
    // Dashboards that were loaded before the feed had its own address go on.
    const read = await readSince(app, { environmentIds: [environment.id], after, types, limit })
    const data = read.rows.map((row) => ({ ...presentEvent(row), delivery: nothingKnown }))
    return { data, total_row_count: data.length, page, limit, next: read.next, gap: read.gap }
  }
  refuseFarPage(query)
  const filter = {
    types,
    objectId: query.object_id,
    anyId: query.q?.trim() || undefined,
    requestId: query.request_id,
    span: spanOf(query.timeframe, app.clock.now()),
  }
  const [rows, total] = await Promise.all([
    listEventRows(environment, { ...filter, page, limit }),
    countEventRows(environment, filter),
  ])
  return { data: rows.map(presentListedEvent), total_row_count: total, page, limit }
}
