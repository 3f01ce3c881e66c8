import type { CallWatcher, RunningCallSource } from '@playhead/features/activity/events/server'
import type { App } from '@playhead/server-kit/app.ts'
import { coalesced } from '@playhead/server-kit/channels/coalesced.ts'
import { readStoredCalls, type StoredCalls } from '@playhead/server-kit/request-log/stored-calls.ts'
import { listEnvironmentNames } from './environment-name.sql.ts'
import { listLogRowsBetween, type StreamedRow } from './logs.sql.ts'
import { presentLog } from './present-log.ts'
import { productOf, productsOf } from './products-of.ts'

/** More calls of an environment at once are a gap. */
const portion = 100
/** A call that took longer is not found by a sweep. */
const longestCallMs = 60_000
const knownMax = 20_000
/** Beyond it one sweep is quicker. */
const waitingMax = 20

type Watching = CallWatcher & { products: readonly string[]; sinceMs: number }

/** Reads the log of calls once for all who watch in this process. */
export class CallStream implements RunningCallSource {
  readonly #app: App
  readonly #watchers = new Map<string, Set<Watching>>()
  /** Notices whose calls were not read yet. */
  #waiting: StoredCalls[] = []
  /** The newest ids: the moments of two notices may overlap. */
  readonly #known = new Set<string>()
  /** Calls that began before were looked for. */
  #sweptUntil = 0
  #isSweepDue = false
  readonly #pass = coalesced(() => this.#tryToPass())

  constructor(app: App) {
    this.#app = app
  }

  watch(given: CallWatcher) {
    const sinceMs = this.#app.clock.now().getTime()
    const watcher: Watching = { ...given, products: productsOf(given), sinceMs }
    if (this.#watchers.size === 0) this.#sweptUntil = sinceMs
    for (const id of watcher.environmentIds)
      this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(watcher))
    return () => {
      for (const id of watcher.environmentIds) {
        const watchers = this.#watchers.get(id)
        watchers?.delete(watcher)
        if (watchers?.size === 0) this.#watchers.delete(id)
      }
      if (this.#watchers.size === 0) this.#forget()
    }
  }

  noticed(payload: string) {
    if (this.#watchers.size === 0) return
    const calls = readStoredCalls(payload)
    if (calls && this.#waiting.length < waitingMax) this.#waiting.push(calls)
    else this.#isSweepDue = true
    void this.#pass()
  }

  async #tryToPass() {
    try {
      while (this.#waiting.length > 0) {
        await this.#readNotice(this.#waiting[0]!)
        this.#waiting.shift()
      }
      if (this.#isSweepDue) await this.#sweep()
    } catch (error) {
      this.#app.log.warn('the log of calls could not be read for open lists', { error })
    }
  }

  async #readNotice({ environmentIds, from, until }: StoredCalls) {
    const watched = [...this.#watchers.keys()]
    const named = environmentIds && new Set(environmentIds)
    const open = named ? watched.filter((id) => named.has(id)) : watched
    await this.#read(open, { from: new Date(from), until: new Date(until) }, () => true)
  }

  /** Finds calls whose notice was lost. */
  async #sweep() {
    const now = this.#app.clock.now().getTime()
    const between = { from: new Date(this.#sweptUntil - longestCallMs), until: new Date(now) }
    await this.#read(
      [...this.#watchers.keys()],
      between,
      // Earlier ones were in the lists that the watcher has read.
      (row, { sinceMs }) => Date.parse(row.created_at) >= sinceMs,
    )
    this.#sweptUntil = now
    this.#isSweepDue = false
  }

  async #read(
    environmentIds: readonly string[],
    between: { from: Date; until: Date },
    isNewTo: (row: StreamedRow, watcher: Watching) => boolean,
  ) {
    if (environmentIds.length === 0) return
    const { clickhouse, postgres } = this.#app
    const limit = portion + 1
    const found = await listLogRowsBetween(clickhouse, environmentIds, { ...between, limit })
    const names = await listEnvironmentNames(postgres, environmentIds)
    for (const id of environmentIds) {
      const newestFirst = found.filter((row) => row.environment_id === id)
      const rows = newestFirst.slice(0, portion).filter((row) => !this.#known.has(row.id))
      const left = newestFirst[portion]
      for (const watcher of this.#watchers.get(id) ?? []) {
        if (left && isNewTo(left, watcher)) watcher.onGap(left.created_at)
      }
      for (const row of rows.toReversed()) {
        const call = presentLog(row, { id, name: names.get(id) ?? '' })
        for (const watcher of this.#watchers.get(id) ?? [])
          if (isNewTo(row, watcher) && watcher.products.includes(productOf(row.route)))
            watcher.onCall(call)
      }
    }
    this.#remember(found)
  }

  #remember(rows: readonly StreamedRow[]) {
    for (const { id } of rows) this.#known.add(id)
    for (const id of this.#known) {
      if (this.#known.size <= knownMax) break
      this.#known.delete(id)
    }
  }

  #forget() {
    this.#waiting = []
    this.#isSweepDue = false
    this.#known.clear()
  }
}
