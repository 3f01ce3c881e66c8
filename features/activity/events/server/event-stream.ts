import type { App } from '@playhead/server-kit/app.ts'
import { type EventRow, findNow, listEventRowsBetween } from './events.sql.ts'
import { type Place, placeName, readSnapshot, type Snapshot, writePlace } from './feed-place.ts'

const portion = 500

export interface EventWatcher {
  environmentIds: readonly string[]
  /** `place` is the position in the feed right after this event. */
  onEvent(row: EventRow, place: string): void
}

/** Reads the feed once for all who watch in this process. Events arrive at least once, in the order of the feed. */
export class EventStream {
  readonly #app: App
  readonly #watchers = new Map<string, Set<EventWatcher>>()
  /** Undefined while there is no watcher. */
  #from: Snapshot | undefined
  /** The position within a pass that failed. */
  #page: Place['page']

  constructor(app: App) {
    this.#app = app
  }

  /** Events whose transaction ends after the promise is resolved reach the watcher. */
  async watch(watcher: EventWatcher) {
    for (const id of watcher.environmentIds)
      this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(watcher))
    if (this.#from) return
    const now = await findNow(this.#app.postgres)
    if (this.#watchers.size > 0) this.#from ??= readSnapshot(now.snapshot)
  }

  unwatch(watcher: EventWatcher) {
    for (const id of watcher.environmentIds) {
      const watchers = this.#watchers.get(id)
      watchers?.delete(watcher)
      if (watchers?.size === 0) this.#watchers.delete(id)
    }
    if (this.#watchers.size === 0) this.#forget()
  }

  /** Hands out what happened since the last pass. Only one pass may run at a time. */
  async pass() {
    if (this.#watchers.size === 0) return this.#forget()
    const now = await findNow(this.#app.postgres)
    const newest = readSnapshot(now.snapshot)
    const at = Math.floor(this.#app.clock.now().getTime() / 1000)
    const place = { at, database: placeName(now.database) }
    if (this.#from && this.#page) await this.#read(this.#from, this.#page.until, place)
    if (this.#from) await this.#read(this.#from, newest, place)
    if (this.#watchers.size > 0) this.#from ??= newest
    return undefined
  }

  async #read(from: Snapshot, until: Snapshot, place: Pick<Place, 'at' | 'database'>) {
    for (let isEnd = false; !isEnd;) {
      const sequence = this.#page?.sequence ?? '0'
      const rows = await listEventRowsBetween(
        this.#app.postgres,
        [...this.#watchers.keys()],
        { from, until, sequence },
        undefined,
        portion,
      )
      for (const row of rows) {
        const page = { until, sequence: String(row.sequence) }
        const next = writePlace({ ...place, from, page })
        for (const watcher of this.#watchers.get(row.environment_id) ?? [])
          watcher.onEvent(row, next)
        this.#page = page
      }
      isEnd = rows.length < portion
    }
    this.#page = undefined
    if (this.#watchers.size > 0) this.#from = until
    else this.#forget()
  }

  #forget() {
    this.#from = undefined
    this.#page = undefined
  }
}
