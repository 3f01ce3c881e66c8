import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makePieces } from '../making/make-pieces.sql.ts'
import { pieceWaits, tierMs } from '../piece.ts'
import { type ChangedHour, freshPieces } from '../plan-range.ts'
import { readPieces } from '../read-pieces.sql.ts'
import { type AskedFilters, listAskedFilters } from './asked-filters.sql.ts'

const buckets = ['view_start', 'view_end'] as const

interface MakingOptions {
  signal?: AbortSignal | undefined
  /** At most so many days. */
  most?: number
}

/** Adds up closed days for the filters that were asked for lately; returns how many. */
export const makeFilterDays = async (
  clickhouse: ClickHouse,
  { signal, most = Number.POSITIVE_INFINITY }: MakingOptions = {},
): Promise<number> => {
  let made = 0
  for (const asked of await listAskedFilters(clickhouse))
    for (const bucket of buckets)
      for (const day of await dueDays(clickhouse, asked, bucket)) {
        if (signal?.aborted || made === most) return made
        const { environmentId, set: filterSet } = asked
        await makePieces(clickhouse, {
          environmentId,
          bucket,
          tier: 'day',
          moments: [day],
          filterSet,
        })
        made += 1
      }
  return made
}

/** Closed days whose views changed after their sums were made, the newest first. */
async function dueDays(
  clickhouse: ClickHouse,
  { environmentId, set, since }: AskedFilters,
  bucket: (typeof buckets)[number],
): Promise<number[]> {
  const tenant = { id: environmentId, clickhouse }
  const range = { start: since, end: Date.now() }
  const known = await readPieces(tenant, bucket, range, {
    dimension: undefined,
    hasHistograms: false,
    filterSet: set,
    signal: undefined,
  })
  if (known === undefined) return []
  const { now, changes, pieces } = known
  const fresh = new Set(freshPieces(pieces, changes, now).map(({ moment }) => moment))
  const isOver = (day: number) => day + tierMs.day + pieceWaits.closing.day <= now
  // A change that is newer than the margin would make the new sums stale at once.
  const isSettled = (hours: readonly ChangedHour[]) =>
    hours.every(({ written, firstLoss }) => written < now - pieceWaits.margin && firstLoss > now)
  const byDay = new Map<number, ChangedHour[]>()
  for (const change of changes) {
    const day = change.hour - (change.hour % tierMs.day)
    byDay.set(day, [...(byDay.get(day) ?? []), change])
  }
  return [...byDay]
    .filter(([day, hours]) => !fresh.has(day) && isOver(day) && isSettled(hours))
    .map(([day]) => day)
    .toSorted((one, other) => other - one)
}
