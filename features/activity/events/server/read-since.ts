import type { App } from '@playhead/server-kit/app.ts'
import { type EventRow, findNow, listEventRowsBetween } from './events.sql.ts'
import { type Place, placeName, readPlace, readSnapshot, writePlace } from './feed-place.ts'

/** For a reader who was away longer, reloading its lists is faster than reading all events. */
const awayMaxSeconds = 3600

interface Since {
  environmentIds: readonly string[]
  /** The place of the reader; without one, only the newest place is returned. */
  after: string | undefined
  types?: string[] | undefined
  limit: number
}

export interface ReadEvents {
  rows: EventRow[]
  next: string
  gap: boolean
  /** More events follow `next`. */
  hasMore: boolean
}

export const readSince = async (
  { postgres, clock }: Pick<App, 'postgres' | 'clock'>,
  { environmentIds, after: text, types, limit }: Since,
): Promise<ReadEvents> => {
  const now = await findNow(postgres)
  const at = Math.floor(clock.now().getTime() / 1000)
  const newest: Place = { at, database: placeName(now.database), from: readSnapshot(now.snapshot) }
  const nothing = { rows: [], next: writePlace(newest), hasMore: false }
  if (text === undefined) return { ...nothing, gap: false }
  const after = readPlace(text)
  if (!after || after.database !== newest.database || at - after.at > awayMaxSeconds)
    return { ...nothing, gap: true }
  const until = after.page?.until ?? newest.from
  const sequence = after.page?.sequence ?? '0'
  const found = await listEventRowsBetween(
    postgres,
    environmentIds,
    { from: after.from, until, sequence },
    types,
    limit + 1,
  )
  const rows = found.slice(0, limit)
  const hasMore = found.length > rows.length
  const next = hasMore
    ? { ...after, page: { until, sequence: String(rows.at(-1)!.sequence) } }
    : { ...newest, from: until }
  return { rows, next: writePlace(next), gap: false, hasMore: hasMore || until !== newest.from }
}
