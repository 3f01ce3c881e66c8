import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { groupBy } from '@playhead/domain/group-by.ts'
import type { App } from '../app.ts'
import type { AnyJob } from './job.ts'
import { runJob, type Running } from './run-job.ts'
import { JobStopped, type StopReason } from './job-stopped.ts'
import { workerIdOf } from './worker-id.ts'
import {
  type Claim,
  claimJob,
  giveBack,
  noEnvironment,
  type ClaimedRow,
  renewLeases,
  takeBackExpired,
  takeBackOwn,
} from './worker.sql.ts'

export interface WorkerOptions {
  /** How often leases are renewed, cancellations noticed and due jobs looked for. */
  tickMs?: number
  leaseSeconds?: number
  /** Concurrent jobs per environment, of all kinds; one more may run for another environment. */
  total?: number
  /** How long a stop waits for jobs that were asked to end. */
  stopSeconds?: number
  /** Notifies of new jobs, so that they need not wait for the next tick. */
  listen?: (onNotice: () => void) => { close(): Promise<void> }
}

interface Worker {
  /** Looks for due jobs now. */
  wake(): void
  stop(): Promise<void>
}

/** Jobs with this priority or a larger number are background work, which never takes all slots. */
const backgroundPriority = 50

const priorityEnd = 32_767
/** Many jobs mostly wait for I/O instead of computing. */
const totalMin = 6

const defaults = { tickMs: 1_000, leaseSeconds: 20, stopSeconds: 8 }

class JobWorker implements Worker {
  readonly #app: App
  readonly #jobs: Map<string, AnyJob>
  readonly #id: string
  readonly #options: WorkerOptions & typeof defaults & { total: number }
  readonly #running = new Map<string, Running>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false
  #isTroubled = false
  #isWaitingForRoom = false
  #ticks = 0

  constructor(app: App, jobs: readonly AnyJob[], id: string, options: WorkerOptions) {
    this.#app = app
    this.#jobs = new Map(jobs.map((job) => [job.kind, job]))
    this.#id = id
    this.#options = { total: Math.max(totalMin, availableParallelism()), ...defaults, ...options }
  }

  async start() {
    await takeBackOwn(this.#app.postgres, this.#id)
    this.wake()
    this.#tickLater()
  }

  wake() {
    if (this.#isStopped) return
    if (this.#filling) {
      this.#isAskedAgain = true
      return
    }
    this.#filling = this.#fill()
      .then(() => void (this.#isTroubled = false))
      .catch((error: unknown) => this.#complain('jobs cannot be taken', error))
      .finally(() => {
        this.#filling = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.wake()
      })
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#filling
    const running = [...this.#running.values()]
    for (const one of running) one.stop(new JobStopped('stopping'))
    const patience = new AbortController()
    await Promise.race([
      Promise.all(running.map(({ ended }) => ended)),
      pause(this.#options.stopSeconds * 1000, undefined, { signal: patience.signal }).catch(
        () => {},
      ),
    ])
    patience.abort()
    const left = [...this.#running.values()].map(({ row }) => row)
    if (left.length > 0) await giveBack(this.#app.postgres, left).catch(() => {})
  }

  /** While the database is away, this is retried every second and logged once. */
  #complain(message: string, error: unknown) {
    if (!this.#isTroubled) this.#app.log.warn(message, { error })
    this.#isTroubled = true
  }

  async #fill() {
    while (!this.#isStopped && this.#running.size <= this.#options.total) {
      const free = this.#freePlaces(await this.#hasRoom())
      if (free.kinds.length === 0) return
      const row = await claimJob(this.#app.postgres, {
        ...free,
        priorityMax: this.#isFullOfBackground() ? backgroundPriority - 1 : priorityEnd,
        workerId: this.#id,
        leaseSeconds: this.#options.leaseSeconds,
        now: this.#app.clock.now(),
      })
      if (!row) return
      const running = runJob(this.#app, this.#jobs.get(row.kind)!, row)
      this.#running.set(row.id, running)
      void running.ended.finally(() => {
        this.#running.delete(row.id)
        this.wake()
      })
    }
  }

  async #hasRoom() {
    const hasRoom = await this.#app.disk.hasRoomFor(0)
    if (hasRoom === this.#isWaitingForRoom)
      this.#app.log.warn(
        hasRoom
          ? 'jobs that make files continue'
          : 'jobs that make files are paused: the disk is nearly full',
      )
    this.#isWaitingForRoom = !hasRoom
    return hasRoom
  }

  /** One environment may use all slots except one, in total and of each kind. */
  #freePlaces(hasRoom: boolean): Pick<Claim, 'kinds' | 'fullParties' | 'fullKinds'> {
    const rows = [...this.#running.values()].map(({ row }) => row)
    const byKind = groupBy(rows, ({ kind }) => kind)
    const countOf = (kind: string) => byKind.get(kind)?.length ?? 0
    const partiesWith = (some: readonly ClaimedRow[], max: number) =>
      [...groupBy(some, (row) => row.environment_id ?? noEnvironment)].flatMap(([party, own]) =>
        own.length >= max ? [party] : [],
      )
    const jobs = [...this.#jobs.values()].filter(
      (job) => countOf(job.kind) <= job.concurrency && (hasRoom || !job.takesRoom),
    )
    return {
      kinds: jobs.map(({ kind }) => kind),
      fullParties: partiesWith(rows, this.#options.total),
      fullKinds: jobs.flatMap(({ kind, concurrency }) =>
        partiesWith(byKind.get(kind) ?? [], concurrency).map((party) => ({ party, kind })),
      ),
    }
  }

  #isFullOfBackground() {
    const background = [...this.#running.values()].filter(
      ({ row }) => row.priority >= backgroundPriority,
    )
    return background.length >= Math.max(1, Math.floor(this.#options.total / 2))
  }

  #tickLater() {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#tick()
        .catch((error: unknown) => this.#complain('leases cannot be renewed', error))
        .finally(() => this.#tickLater())
    }, this.#options.tickMs)
    this.#timer.unref()
  }

  async #tick() {
    await this.#renew()
    this.#ticks += 1
    if (this.#ticks % 5 === 0) await takeBackExpired(this.#app.postgres)
    this.wake()
  }

  async #renew() {
    const held = [...this.#running.values()]
    if (held.length === 0) return
    const { postgres } = this.#app
    const askedAt = Date.now()
    const renewed = await renewLeases(
      postgres,
      held.map(({ row, reported }) => ({ id: row.id, lease: row.lease, ...reported })),
      this.#options.leaseSeconds,
    ).catch((error: unknown) => {
      for (const one of held)
        if (askedAt - one.renewedAt > this.#options.leaseSeconds * 1000)
          one.stop(new JobStopped('lost'))
      throw error
    })
    const answers = new Map(renewed.map((row) => [row.id, row]))
    for (const one of held) {
      const answer = answers.get(one.row.id)
      const reason: StopReason | undefined = !answer
        ? 'lost'
        : answer.is_cancelled
          ? 'cancelled'
          : undefined
      if (reason) one.stop(new JobStopped(reason))
      else one.renewedAt = askedAt
    }
  }
}

/** The role `worker`: takes due jobs from the database and runs them. */
export const startWorker = async (
  app: App,
  jobs: readonly AnyJob[],
  options: WorkerOptions = {},
): Promise<Worker> => {
  const worker = new JobWorker(app, jobs, await workerIdOf(app.settings.dataFolder), options)
  await worker.start()
  const listening = options.listen?.(() => worker.wake())
  return {
    wake: () => worker.wake(),
    stop: async () => {
      await listening?.close()
      await worker.stop()
    },
  }
}
