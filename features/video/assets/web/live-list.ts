import type { ActivityEvent } from '@playhead/features/activity/events/web'
import { type Asset, assetOfEvent } from './asset-facts.ts'

/** ASST-018: the maximum of entries that stay after new ones were shown. */
export const liveMax = 20

interface Entry {
  asset: Asset
  isNew: boolean
}

interface LiveList {
  entries: readonly Entry[]
  /** New entries were shown, so the list holds less than a page. */
  isTrimmed: boolean
  /** Change of the count by events since the server counted. */
  countChange: number
}

export const emptyList: LiveList = { entries: [], isTrimmed: false, countChange: 0 }

const has = (list: LiveList, id: string) => list.entries.some(({ asset }) => asset.id === id)

const trimmed = (list: LiveList): LiveList =>
  list.isTrimmed ? { ...list, entries: list.entries.slice(0, liveMax) } : list

/** Applies a response of the server. For a refetch of the same page, additional entries at the top are new. */
export const applyFetchedPage = (
  list: LiveList,
  assets: readonly Asset[],
  isSamePage: boolean,
): LiveList => {
  const newest = Math.max(0, ...list.entries.map(({ asset }) => Number(asset.createdAt)))
  const isNew = (asset: Asset) => {
    if (!isSamePage || list.entries.length === 0) return false
    const known = list.entries.find((entry) => entry.asset.id === asset.id)
    return known ? known.isNew : Number(asset.createdAt) >= newest
  }
  const entries = assets.map((asset) => ({ asset, isNew: isNew(asset) }))
  return trimmed({ entries, isTrimmed: isSamePage && list.isTrimmed, countChange: 0 })
}

interface Place {
  environmentId: string | undefined
  /** True where the newest come first and no filter is set. */
  takesNew: boolean
}

const added = (list: LiveList, asset: Asset): LiveList => ({
  ...list,
  // The first entry of an empty list shows at once: it moves nothing.
  entries: [{ asset, isNew: list.entries.length > 0 }, ...list.entries],
  countChange: list.countChange + 1,
})

const changed = (list: LiveList, asset: Asset): LiveList => ({
  ...list,
  entries: list.entries.map((entry) => (entry.asset.id === asset.id ? { ...entry, asset } : entry)),
})

const removed = (list: LiveList, id: string): LiveList =>
  has(list, id)
    ? {
        ...list,
        entries: list.entries.filter(({ asset }) => asset.id !== id),
        countChange: list.countChange - 1,
      }
    : list

const changes = new Set(['video.asset.ready', 'video.asset.errored', 'video.asset.updated'])

/** ASST-016, ASST-019, ASST-020: events about a part of an asset change nothing. */
export const applyEvent = (list: LiveList, event: ActivityEvent, place: Place): LiveList => {
  if (event.environment.id !== place.environmentId) return list
  const { id } = event.object
  if (event.type === 'video.asset.created')
    return !place.takesNew || has(list, id) ? list : added(list, assetOfEvent(event.data))
  if (event.type === 'video.asset.deleted') return removed(list, id)
  return changes.has(event.type) ? changed(list, assetOfEvent(event.data)) : list
}

/** ASST-017 */
export const showNewEntries = (list: LiveList): LiveList =>
  trimmed({
    ...list,
    isTrimmed: true,
    entries: list.entries.map((entry) => ({ ...entry, isNew: false })),
  })
