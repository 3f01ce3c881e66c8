import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { areRowsRefused } from '@playhead/clickhouse/refused-rows.ts'
import {
  type CollectorLog,
  completeAfterMs,
  type EnvironmentDirectory,
} from '../collector-options.ts'
import { adoptSampled } from '../../view/apply-event.ts'
import type { EnvironmentCache } from '../environment-cache.ts'
import type { LiveView, WrittenRow } from './live-view.ts'
import type { LiveViews } from './live-views.ts'
import { makeRows, type MadeRows } from './make-rows.ts'
import { retryUntilDone } from '../retry.ts'
import { foldStoredViews } from './stored-views.ts'

interface ViewWriterOptions {
  clickhouse: ClickHouse
  directory: EnvironmentDirectory
  environments: EnvironmentCache
  views: LiveViews
  log: CollectorLog
  now: () => number
  isStored: (batch: number) => boolean
  /** The environment whose views must be evicted to free memory for others, and how many bytes. */
  excess: () => { environmentId: string; bytes: number } | undefined
}

const tickMs = 250
const viewsAtOnceMax = 200
/** Rows built in one go, about a millisecond of work. */
const rowsAtOnce = 10

/** Writes the row of every view that has been silent for a minute, and again whenever it continued after that. */
export class ViewWriter {
  readonly #options: ViewWriterOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: ViewWriterOptions) {
    this.#options = options
  }

  start() {
    this.#timer = setTimeout(() => {
      this.#running = this.#round()
        .catch((error: unknown) => this.#options.log.error('views could not be written', { error }))
        .finally(() => {
          if (!this.#isStopped) this.start()
        })
    }, tickMs)
    this.#timer.unref()
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Writes all views that are complete now; returns the number of rows. */
  async #round() {
    const { views, now, isStored } = this.#options
    views.forgetFinal(now())
    while (!this.#isStopped) {
      const silent = views.takeSilent(now() - completeAfterMs, viewsAtOnceMax, (view) =>
        isStored(view.lastBatch),
      )
      if (silent.length === 0) break
      await this.write(silent)
    }
    await this.#makeRoom()
  }

  /** An evicted view that continues is loaded from the store, as after a restart. */
  async #makeRoom() {
    const { views, isStored } = this.#options
    while (!this.#isStopped) {
      const excess = this.#options.excess()
      if (!excess) return
      const taken = views.takeOf(excess, viewsAtOnceMax, (view) => isStored(view.lastBatch))
      if (taken.length === 0) return
      await this.write(taken)
      for (const view of taken) views.forget(view)
    }
  }

  /** Also writes views that were found complete at the start. */
  async write(silent: readonly LiveView[]): Promise<void> {
    const batches = new Map(silent.map((view) => [view, view.lastBatch]))
    let refusal: unknown
    await retryUntilDone(
      async () => {
        const made = await this.#make(batches)
        let text = ''
        for (const [view, rows] of made) {
          text += rows.text
          // Without a response the row may or may not be written: a row under another key must be deleted in either case.
          const isKnown = ({ viewStart, viewEnd }: WrittenRow) =>
            view.written.some((known) => known.viewStart === viewStart && known.viewEnd === viewEnd)
          view.written = [...view.written, ...rows.written.filter((row) => !isKnown(row))]
        }
        try {
          await this.#options.clickhouse.insert('views', Buffer.from(text))
        } catch (error) {
          if (!areRowsRefused(error)) throw error
          refusal = error
          return
        }
        for (const [view, { written }] of made) view.written = written
        await this.#advance(made)
      },
      {
        isStopped: () => this.#isStopped,
        failed: (error) =>
          this.#options.log.warn('views could not be written yet', { views: silent.length, error }),
      },
    )
    const [only] = silent
    if (refusal !== undefined && silent.length > 1) {
      // One row that the table rejects must not block the other rows.
      for (const view of silent) if (view.lastBatch === batches.get(view)) await this.write([view])
    } else if (refusal !== undefined && only)
      this.#options.log.error('a view cannot be stored', { viewId: only.viewId, error: refusal })
    for (const view of silent) this.#options.views.written(view)
  }

  async #make(batches: ReadonlyMap<LiveView, number>) {
    const { environments, views, now } = this.#options
    const ids = new Set([...batches.keys()].map((view) => view.environmentId))
    const facts = await environments.ofIds([...ids])
    const made = new Map<LiveView, MadeRows>()
    for (const [index, view] of (await this.#refolded(batches)).entries()) {
      const environment = facts.get(view.environmentId)
      if (environment) made.set(view, makeRows(view, environment, now()))
      else views.drop(view)
      if (index % rowsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return made
  }

  /** A view with events out of order must be folded from the store; one that continued in between is written later. */
  async #refolded(batches: ReadonlyMap<LiveView, number>): Promise<LiveView[]> {
    const silent = [...batches.keys()]
    const ids = new Map<string, LiveView[]>()
    for (const view of silent)
      if (view.state.needsRefold)
        ids.set(view.environmentId, [...(ids.get(view.environmentId) ?? []), view])
    for (const [environmentId, views] of ids) {
      const byId = new Map(views.map((view) => [view.viewId, view]))
      for await (const stored of foldStoredViews(this.#options.clickhouse, environmentId, [
        ...byId.keys(),
      ])) {
        const view = byId.get(stored.viewId)
        if (!view || view.lastBatch !== batches.get(view)) continue
        adoptSampled(stored.state, view.state)
        view.state = stored.state
      }
    }
    return silent.filter((view) => !view.state.needsRefold)
  }

  async #advance(made: ReadonlyMap<LiveView, MadeRows>) {
    const { environments, directory, log } = this.#options
    const ids = new Set([...made].flatMap(([view, { row }]) => (row ? [view.environmentId] : [])))
    for (const environment of (await environments.ofIds([...ids])).values()) {
      if (environment.status === 'integrated') continue
      try {
        await directory.advanceStatus(environment.id, 'integrated')
        environment.status = 'integrated'
      } catch (error) {
        // The next view retries this; rows do not wait for it.
        log.warn('the status of an environment could not be changed yet', { error })
      }
    }
  }
}
