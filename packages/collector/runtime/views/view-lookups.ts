import { setTimeout as pause } from 'node:timers/promises'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { takeSample } from '../../view/live-sample.ts'
import { type CollectorLog, completeAfterMs, finalAfterMs } from '../collector-options.ts'
import { idsAtOnceMax, listLastReceived } from '../events/events.sql.ts'
import type { LiveView } from './live-view.ts'
import { foldStoredViews } from './stored-views.ts'

/** A view that accepts no more events, one that continues, or one without stored events. */
export type Found = { kind: 'final' } | { kind: 'goes_on'; view: LiveView } | { kind: 'new' }

interface Wanted {
  environmentId: string
  viewId: string
  found: (found: Found) => void
  /** The request that waited has ended. */
  isForgotten: () => boolean
}

interface ViewLookupsOptions {
  clickhouse: ClickHouse
  log: CollectorLog
  now: () => number
}

const retryAfterMs = 500

/** Looks up the stored events of views that are not in memory: while one round runs, the next one is gathered. */
export class ViewLookups {
  readonly #options: ViewLookupsOptions
  #wanted: Wanted[] = []
  #isRunning = false
  #isStopped = false

  constructor(options: ViewLookupsOptions) {
    this.#options = options
  }

  find(wanted: Wanted) {
    this.#wanted.push(wanted)
    if (!this.#isRunning) void this.#run()
  }

  stop() {
    this.#isStopped = true
  }

  async #run() {
    this.#isRunning = true
    // One turn later the other events of the same moment are queued as well.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#wanted.length > 0 && !this.#isStopped) {
      const environmentId = this.#wanted[0]?.environmentId
      const round = this.#wanted
        .filter((each) => each.environmentId === environmentId)
        .slice(0, idsAtOnceMax)
      const taken = new Set(round)
      this.#wanted = this.#wanted.filter((each) => !taken.has(each))
      await this.#findAll(environmentId ?? '', round)
    }
    this.#isRunning = false
  }

  async #findAll(environmentId: string, round: readonly Wanted[]) {
    const { clickhouse, log } = this.#options
    const left = new Map(round.map((each) => [each.viewId, each]))
    const settle = (viewId: string, found: Found) => {
      const wanted = left.get(viewId)
      left.delete(viewId)
      wanted?.found(found)
    }
    try {
      const stored = await listLastReceived({ id: environmentId, clickhouse }, [...left.keys()])
      const known = new Set(stored.map((row) => row.view_id))
      for (const viewId of left.keys()) if (!known.has(viewId)) settle(viewId, { kind: 'new' })
      const finalBefore = this.#options.now() - finalAfterMs
      for (const row of stored)
        if (row.last_received <= finalBefore) settle(row.view_id, { kind: 'final' })
      for await (const view of foldStoredViews(clickhouse, environmentId, [...left.keys()])) {
        // Samples already covered its past while it ran, and assumed that it continued until it was complete.
        takeSample(view.state, 0, view.lastReceivedAt + completeAfterMs)
        settle(view.viewId, { kind: 'goes_on', view })
      }
    } catch (error) {
      log.warn('views could not be looked up yet', { views: left.size, error })
      await pause(retryAfterMs)
    }
    const unanswered = [...left.values(), ...(left.size > 0 ? this.#wanted.splice(0) : [])]
    for (const wanted of unanswered)
      if (wanted.isForgotten()) wanted.found({ kind: 'new' })
      else this.#wanted.push(wanted)
  }
}
