import { setTimeout as pause } from 'node:timers/promises'
import { FairSlots } from '@playhead/domain/fair-slots.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RunningService } from '@playhead/server-kit/feature.ts'
import { workerIdOf } from '@playhead/server-kit/jobs/worker-id.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import { hasFlag } from '../require-flag.ts'
import { ExportRun, type RunOptions } from './export-run.ts'
import {
  claimExports,
  giveBackLease,
  listFreeExports,
  renewLeases,
  takeBackOwn,
} from './leases.sql.ts'

interface SendOptions extends RunOptions {
  /** How often leases are renewed and free exports looked for. */
  tickMs: number
  leaseSeconds: number
  /** How long a stop waits for batches in flight. */
  stopMs: number
}

const defaults: SendOptions = {
  tickMs: 4_000,
  leaseSeconds: 20,
  stopMs: 5_000,
  pollMs: 10_000,
  firstPauseMs: 5_000,
  longestPauseMs: 300_000,
}

/** Reads at once in this process. */
const readsAtOnce = { perParty: 2, waitingMax: { perParty: [], all: Number.POSITIVE_INFINITY } }

/** A run per export for which this process holds the lease: each waits for its destination alone. */
class ExportSending implements RunningService {
  readonly #app: App
  readonly #options: SendOptions
  readonly #slots = new FairSlots(readsAtOnce)
  readonly #runs = new Map<string, ExportRun>()
  #workerId: string | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false

  constructor(app: App, options: SendOptions) {
    this.#app = app
    this.#options = options
    this.#tick()
  }

  wake() {
    if (this.#isStopped) return
    if (this.#looking) {
      this.#isAskedAgain = true
      return
    }
    this.#looking = this.#look()
      .catch((error: unknown) => this.#app.log.warn('streaming exports cannot be taken', { error }))
      .finally(() => {
        this.#looking = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.wake()
      })
  }

  /** Batches in flight get a moment, so that they need not be sent twice. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    const runs = [...this.#runs.values()]
    for (const run of runs) run.end()
    const ended = Promise.all(runs.map((run) => run.ended))
    await Promise.race([ended, pause(this.#options.stopMs, undefined, { ref: false })])
    for (const run of runs) run.abort()
    await ended
  }

  #tick() {
    this.wake()
    this.#timer = setTimeout(() => this.#tick(), this.#options.tickMs)
    this.#timer.unref()
  }

  async #begin() {
    const workerId = await workerIdOf(this.#app.settings.dataFolder)
    await takeBackOwn(this.#app.postgres, workerId)
    return workerId
  }

  async #look() {
    this.#workerId ??= await this.#begin()
    await this.#renew()
    const free = await listFreeExports(this.#app.postgres)
    const ids = free.flatMap((row) => (hasFlag(flagsOfOrganization(row), row.kind) ? row.id : []))
    if (ids.length === 0 || this.#isStopped) return
    const { leaseSeconds } = this.#options
    const claim = { ids, workerId: this.#workerId, leaseSeconds }
    for (const row of await claimExports(this.#app.postgres, claim)) {
      const run = new ExportRun(this.#app, row, this.#slots, this.#options)
      this.#runs.set(run.lease, run)
      void run.ended.finally(() => this.#forget(run))
    }
  }

  async #renew() {
    if (this.#runs.size === 0) return
    const { leaseSeconds } = this.#options
    const renewed = await renewLeases(this.#app.postgres, [...this.#runs.keys()], leaseSeconds)
    const held = new Set(
      renewed.flatMap((row) => (hasFlag(flagsOfOrganization(row), row.kind) ? row.lease : [])),
    )
    for (const [lease, run] of this.#runs) if (!held.has(lease)) run.abort()
  }

  #forget(run: ExportRun) {
    this.#runs.delete(run.lease)
    // Another worker need not wait until the lease expires.
    return giveBackLease(this.#app.postgres, run.lease).catch(() => {})
  }
}

export const sendExports = (app: App, options: Partial<SendOptions> = {}): RunningService =>
  new ExportSending(app, { ...defaults, ...options })
