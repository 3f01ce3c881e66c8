import type { ActivityEvent } from '@playhead/features/activity/events/web'
import { type LiveStream, liveStreamOfEvent } from '../live-stream-facts.ts'

/** LIVE-018: the maximum of entries that stay after new ones were shown. */
export const liveMax = 20

export interface Entry {
  stream: LiveStream
  isNew: boolean
  /** LIVE-019 */
  isDeleted: boolean
}

interface LiveList {
  entries: readonly Entry[]
  /** New entries were shown, so the list holds less than a page. */
  isTrimmed: boolean
  /** Change of the count by events since the server counted. */
  countChange: number
}

export const emptyList: LiveList = { entries: [], isTrimmed: false, countChange: 0 }

const isOf =
  (id: string) =>
  ({ stream }: Entry) =>
    stream.id === id

const trimmed = (list: LiveList): LiveList =>
  list.isTrimmed ? { ...list, entries: list.entries.slice(0, liveMax) } : list

/** Applies a response of the server. For a refetch of the same page, additional entries at the top are new. */
export const applyFetchedPage = (
  list: LiveList,
  streams: readonly LiveStream[],
  isSamePage: boolean,
): LiveList => {
  const newest = Math.max(0, ...list.entries.map(({ stream }) => Number(stream.createdAt)))
  const isNew = (stream: LiveStream) => {
    if (!isSamePage || list.entries.length === 0) return false
    const known = list.entries.find(isOf(stream.id))
    return known ? known.isNew : Number(stream.createdAt) >= newest
  }
  const entries = streams.map((stream) => ({ stream, isNew: isNew(stream), isDeleted: false }))
  return trimmed({ entries, isTrimmed: isSamePage && list.isTrimmed, countChange: 0 })
}

interface Place {
  environmentId: string | undefined
  /** True where the newest come first and no filter is set. */
  takesNew: boolean
}

const added = (list: LiveList, stream: LiveStream): LiveList => ({
  ...list,
  // The first entry of an empty list shows at once: it moves nothing.
  entries: [{ stream, isNew: list.entries.length > 0, isDeleted: false }, ...list.entries],
  countChange: list.countChange + 1,
})

const changed = (list: LiveList, id: string, change: (entry: Entry) => Entry): LiveList => ({
  ...list,
  entries: list.entries.map((entry) => (entry.stream.id === id ? change(entry) : entry)),
})

/** Events show no keys, so the known ones stay. */
const merged = (known: LiveStream, told: Partial<LiveStream>): LiveStream => ({
  ...known,
  ...told,
  streamKey: told.streamKey ?? known.streamKey,
  // Events leave out what is not set, such as the asset after the end of a broadcast.
  activeAssetId: told.activeAssetId,
  activeIngestProtocol: told.activeIngestProtocol,
})

/** LIVE-017, LIVE-019 */
export const applyEvent = (list: LiveList, event: ActivityEvent, place: Place): LiveList => {
  if (event.environment.id !== place.environmentId) return list
  const { id } = event.object
  const told = liveStreamOfEvent(event.data)
  if (event.type === 'video.live_stream.created') {
    const isTaken = place.takesNew && !list.entries.some(isOf(id))
    return isTaken ? added(list, { streamKey: '', ...told } as LiveStream) : list
  }
  if (event.type === 'video.live_stream.deleted')
    return changed(list, id, (entry) => ({ ...entry, isDeleted: true }))
  return changed(list, id, (entry) => ({ ...entry, stream: merged(entry.stream, told) }))
}

/** LIVE-018 */
export const showNewEntries = (list: LiveList): LiveList =>
  trimmed({
    ...list,
    isTrimmed: true,
    entries: list.entries.map((entry) => ({ ...entry, isNew: false })),
  })
