import type { App } from '@playhead/server-kit/app.ts'
import type { EventRow } from './events.sql.ts'
import { readSince } from './read-since.ts'

/** A client that missed more than this reloads its lists. */
const missedMax = 500

/** Everything after the place of a client, up to now; too much of it counts as a gap. */
export const readMissed = async (
  app: Pick<App, 'postgres' | 'clock'>,
  environmentIds: readonly string[],
  after: string | undefined,
): Promise<{ rows: EventRow[]; place: string; gap: boolean }> => {
  const rows: EventRow[] = []
  let place = after
  for (;;) {
    const limit = missedMax - rows.length
    const read = await readSince(app, { environmentIds, after: place, limit })
    rows.push(...read.rows)
    place = read.next
    if (read.gap) return { rows: [], place, gap: true }
    if (!read.hasMore) return { rows, place, gap: false }
    if (rows.length >= missedMax) {
      const newest = await readSince(app, { environmentIds, after: undefined, limit: 1 })
      return { rows: [], place: newest.next, gap: true }
    }
  }
}
