import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Schedule } from '../feature.ts'
import { workerIdOf } from '../jobs/worker-id.ts'
import {
  type ClaimedRow,
  claimDue,
  giveBackLease,
  type KnownSchedule,
  noteFailure,
  noteSuccess,
  registerSchedules,
  renewLeases,
  sharedFolder,
} from './schedules.sql.ts'

interface ScheduleOptions {
  /** How often due schedules are looked for. */
  tickMs?: number
  leaseSeconds?: number
  /** Delay before the first run of a new schedule. */
  firstAfterSeconds?: number
  /** How long a stop waits for runs that were asked to end. */
  stopSeconds?: number
}

export interface RunningSchedules {
  stop(): Promise<void>
}

interface Run {
  row: ClaimedRow
  control: AbortController
  ended: Promise<void>
  renewedAt: number
}

const defaults = { tickMs: 1_000, leaseSeconds: 20, firstAfterSeconds: 30, stopSeconds: 5 }
/** A restore empties the table while the program runs, so schedules are registered repeatedly. */
const registeredAgainMs = 60_000

const keyOf = ({ name, folder }: { name: string; folder: string }) => `${folder} ${name}`

class Runner implements RunningSchedules {
  readonly #app: App
  readonly #schedules: Map<string, Schedule & KnownSchedule>
  readonly #options: typeof defaults
  readonly #running = new Map<string, Run>()
  #timer: NodeJS.Timeout | undefined
  #ticking = Promise.resolve()
  #registeredAt = Number.NEGATIVE_INFINITY
  #isStopped = false
  #isTroubled = false

  constructor(
    app: App,
    schedules: readonly (Schedule & KnownSchedule)[],
    options: typeof defaults,
  ) {
    this.#app = app
    this.#schedules = new Map(schedules.map((schedule) => [keyOf(schedule), schedule]))
    this.#options = options
    this.#tickLater(0)
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#ticking
    const running = [...this.#running.values()]
    for (const { control } of running) control.abort()
    const patience = new AbortController()
    await Promise.race([
      Promise.all(running.map(({ ended }) => ended)),
      pause(this.#options.stopSeconds * 1_000, undefined, { signal: patience.signal }).catch(
        () => {},
      ),
    ])
    patience.abort()
  }

  #tickLater(afterMs: number) {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#ticking = this.#tick()
        .then(() => void (this.#isTroubled = false))
        .catch((error: unknown) => {
          // While the database is away, this is retried every second and logged once.
          if (!this.#isTroubled) this.#app.log.warn('schedules cannot be looked up', { error })
          this.#isTroubled = true
        })
        .finally(() => this.#tickLater(this.#options.tickMs))
    }, afterMs)
    this.#timer.unref()
  }

  async #tick() {
    await this.#renew()
    const all = [...this.#schedules.values()]
    if (performance.now() - this.#registeredAt > registeredAgainMs) {
      await registerSchedules(this.#app.postgres, all, this.#options.firstAfterSeconds)
      this.#registeredAt = performance.now()
    }
    // A run that lost its lease may still be running in this process.
    const free = all.filter((schedule) => !this.#running.has(keyOf(schedule)))
    if (free.length === 0) return
    const askedAt = performance.now()
    for (const row of await claimDue(this.#app.postgres, free, this.#options.leaseSeconds))
      this.#start(row, askedAt)
  }

  #start(row: ClaimedRow, renewedAt: number) {
    const control = new AbortController()
    const run: Run = { row, control, renewedAt, ended: Promise.resolve() }
    this.#running.set(keyOf(row), run)
    run.ended = this.#run(row, control.signal).finally(() => this.#running.delete(keyOf(row)))
  }

  async #run(row: ClaimedRow, signal: AbortSignal) {
    const { postgres, log } = this.#app
    const schedule = row.name
    try {
      await this.#schedules.get(keyOf(row))!.run(this.#app, signal)
      signal.throwIfAborted()
      await noteSuccess(postgres, row.lease)
    } catch (error) {
      if (this.#isStopped) {
        await giveBackLease(postgres, row.lease).catch(() => {})
        return
      }
      if (signal.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      const failed = await noteFailure(postgres, row.lease, message).catch(() => undefined)
      log.error('schedule failed', {
        schedule,
        error,
        failures: failed?.failures,
        next_try_at: failed?.due_at.toISOString(),
      })
    }
  }

  async #renew() {
    const held = [...this.#running.values()].filter(({ control }) => !control.signal.aborted)
    const isDue = ({ renewedAt }: Run) =>
      performance.now() - renewedAt > (this.#options.leaseSeconds * 1_000) / 4
    if (!held.some(isDue)) return
    const askedAt = performance.now()
    try {
      const leases = held.map(({ row }) => row.lease)
      const renewed = await renewLeases(this.#app.postgres, leases, this.#options.leaseSeconds)
      for (const run of held)
        if (renewed.has(run.row.lease)) run.renewedAt = askedAt
        else if (this.#running.has(keyOf(run.row))) this.#lose(run)
    } catch (error) {
      for (const run of held)
        if (askedAt - run.renewedAt > this.#options.leaseSeconds * 1_000) this.#lose(run)
      throw error
    }
  }

  #lose({ row, control }: Run) {
    this.#app.log.warn('a schedule was lost to another process', { schedule: row.name })
    control.abort()
  }
}

/** The role `scheduler`. With several such processes, a schedule still runs in one of them at a time. */
export const startSchedules = async (
  app: App,
  schedules: readonly Schedule[],
  options: ScheduleOptions = {},
): Promise<RunningSchedules> => {
  const ownFolder = await workerIdOf(app.settings.dataFolder)
  const known = schedules.map((schedule) => ({
    ...schedule,
    folder: schedule.isOfFolder ? ownFolder : sharedFolder,
  }))
  return new Runner(app, known, { ...defaults, ...options })
}
