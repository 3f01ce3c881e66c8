import type { ActivityEvent } from '@playhead/features/activity/events/web'

/** ASST-018, LIVE-018: the maximum of entries that stay after new ones were shown. */
export const liveMax = 20

/** What assets and live streams have in common. */
export interface Hosted {
  id: string
  /** Unix seconds as text. */
  createdAt: string
}

/** How lists of one kind follow its events. */
export interface HostedKind<H extends Hosted> {
  /** What the types of its events begin with: `video.asset`. */
  prefix: string
  /** Events that say what it is now. Those of its parts change nothing. */
  changes: readonly string[]
  /** What an event says; events leave out secrets, so what was known before stays. */
  ofEvent: (data: Record<string, unknown>, known: H | undefined) => H
  /** Whether a deleted one stays in the list, as deleted, until the list is read again. */
  keepsDeleted: boolean
}

export interface Entry<H extends Hosted> {
  item: H
  isNew: boolean
  /** LIVE-019 */
  isDeleted: boolean
}

export interface LiveList<H extends Hosted> {
  entries: readonly Entry<H>[]
  /** New entries were shown, so the list holds less than a page. */
  isTrimmed: boolean
  /** Change of the count by events since the server counted. */
  countChange: number
}

export const emptyList: LiveList<never> = { entries: [], isTrimmed: false, countChange: 0 }

const entryOf = <H extends Hosted>(list: LiveList<H>, id: string) =>
  list.entries.find(({ item }) => item.id === id)

const trimmed = <H extends Hosted>(list: LiveList<H>): LiveList<H> =>
  list.isTrimmed ? { ...list, entries: list.entries.slice(0, liveMax) } : list

/** Applies a response of the server. For a refetch of the same page, additional entries at the top are new. */
export const applyFetchedPage = <H extends Hosted>(
  list: LiveList<H>,
  items: readonly H[],
  isSamePage: boolean,
): LiveList<H> => {
  const newest = Math.max(0, ...list.entries.map(({ item }) => Number(item.createdAt)))
  const isNew = ({ id, createdAt }: H) => {
    if (!isSamePage || list.entries.length === 0) return false
    const known = entryOf(list, id)
    return known ? known.isNew : Number(createdAt) >= newest
  }
  const entries = items.map((item) => ({ item, isNew: isNew(item), isDeleted: false }))
  return trimmed({ entries, isTrimmed: isSamePage && list.isTrimmed, countChange: 0 })
}

const added = <H extends Hosted>(list: LiveList<H>, item: H): LiveList<H> => ({
  ...list,
  // The first entry of an empty list shows at once: it moves nothing.
  entries: [{ item, isNew: list.entries.length > 0, isDeleted: false }, ...list.entries],
  countChange: list.countChange + 1,
})

const changed = <H extends Hosted>(
  list: LiveList<H>,
  id: string,
  change: (entry: Entry<H>) => Entry<H>,
): LiveList<H> =>
  entryOf(list, id)
    ? {
        ...list,
        entries: list.entries.map((entry) => (entry.item.id === id ? change(entry) : entry)),
      }
    : list

const removed = <H extends Hosted>(list: LiveList<H>, id: string): LiveList<H> =>
  entryOf(list, id)
    ? {
        ...list,
        entries: list.entries.filter(({ item }) => item.id !== id),
        countChange: list.countChange - 1,
      }
    : list

interface Place {
  environmentId: string | undefined
  /** True where the newest come first and no filter is set. */
  takesNew: boolean
}

/** ASST-016, ASST-019, ASST-020, LIVE-017, LIVE-019 */
export const applyEvent = <H extends Hosted>(
  list: LiveList<H>,
  { type, object, data, environment }: ActivityEvent,
  { environmentId, takesNew }: Place,
  { prefix, changes, ofEvent, keepsDeleted }: HostedKind<H>,
): LiveList<H> => {
  const { id } = object
  if (environment.id !== environmentId || !type.startsWith(`${prefix}.`)) return list
  const word = type.slice(prefix.length + 1)
  if (word === 'created')
    return takesNew && !entryOf(list, id) ? added(list, ofEvent(data, undefined)) : list
  if (word === 'deleted')
    return keepsDeleted
      ? changed(list, id, (entry) => ({ ...entry, isDeleted: true }))
      : removed(list, id)
  if (!changes.includes(word)) return list
  return changed(list, id, (entry) => ({ ...entry, item: ofEvent(data, entry.item) }))
}

/** ASST-017, LIVE-018 */
export const showNewEntries = <H extends Hosted>(list: LiveList<H>): LiveList<H> =>
  trimmed({
    ...list,
    isTrimmed: true,
    entries: list.entries.map((entry) => ({ ...entry, isNew: false })),
  })
