import { setTimeout as startTimer } from 'node:timers'
import {
  askNewestSteps,
  isDue,
  type NewestStep,
} from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import type { MonitoringFilter } from '@playhead/analytics/monitoring/monitoring-dimension.sql.ts'
import { endOf, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { monitoringTopicLimits } from '../../topic-contract.ts'
import { Board } from './board.ts'

const halfStepMs = (stepSeconds * 1000) / 2
/** The collector writes a moment after the end of a half step. */
const writtenAfterMs = 60
/** The clock is looked at this often: it may be set, or stand still with the machine. */
const lookEveryMs = 250
/** After the end of a half step: mostly its samples are there by the first, and the third is for those that are late. */
const quietLooksMs = [200, 700, 2_000]
const boardsAtOnce = 4
const awayMs = 1_000
/** A board stays this long without watchers, so that a page that is reloaded costs nothing. */
const idleMs = 60_000
/** A board that a client is about to watch is not dropped for another one. */
const spareMs = 5_000

interface WatchedBoard {
  board: Board
  /** Resolves with the first answer. */
  begun: Promise<void>
  hasBegun: boolean
  isAsking: boolean
  /** After a question that failed. */
  retryAt: number
  idleSince: number
}

interface WatchedEnvironment {
  environment: Environment
  newest: NewestStep | undefined
  /** Without samples nobody watches: these environments are looked at a few times a half step. */
  isQuiet: boolean
  lookedAt: number
  boards: Map<string, WatchedBoard>
}

const keyOf = (filters: readonly MonitoringFilter[]) =>
  JSON.stringify(
    [
      ...new Set(
        filters.map(({ dimension, value, isNegated }) =>
          JSON.stringify([dimension, value, isNegated]),
        ),
      ),
    ].toSorted(),
  )

/** Brings the boards of this process to each new step, as soon as its samples are written. */
export class StepTicker {
  readonly #app: App
  readonly #watched = new Map<string, WatchedEnvironment>()
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isStopped = false
  /** The last time that the engine did not answer. */
  #awaySince: number | undefined
  /** Boards whose question is running. */
  #asking = 0

  constructor(app: App) {
    this.#app = app
  }

  /** The board of these filters, with its first answer; the same for the same filters in any order. */
  async open(
    environment: Environment,
    filters: readonly MonitoringFilter[],
  ): Promise<Board | 'too_many_questions' | 'unavailable'> {
    const watched = this.#watch(environment)
    const key = keyOf(filters)
    const opened = watched.boards.get(key) ?? this.#add(watched, key, filters)
    if (!opened) return 'too_many_questions'
    opened.idleSince = this.#now()
    try {
      await opened.begun
      return opened.board
    } catch {
      return 'unavailable'
    }
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  figures() {
    const all = [...this.#watched.values()]
    const boards = all.flatMap((one) => [...one.boards.values()])
    const ages = boards.flatMap(({ board: { newest } }) =>
      newest ? [this.#now() - endOf(newest).getTime()] : [],
    )
    return {
      boards: boards.length,
      subscriptions: boards.reduce((sum, { board }) => sum + board.watchers, 0),
      oldest_step_seconds: Math.max(0, ...ages) / 1000,
    }
  }

  #now() {
    return this.#app.clock.now().getTime()
  }

  #watch(environment: Environment) {
    const known = this.#watched.get(environment.id)
    if (known) return known
    const watched = {
      environment,
      newest: undefined,
      isQuiet: false,
      lookedAt: 0,
      boards: new Map(),
    }
    this.#watched.set(environment.id, watched)
    return watched
  }

  #add(watched: WatchedEnvironment, key: string, filters: readonly MonitoringFilter[]) {
    if (watched.boards.size >= monitoringTopicLimits.boards && !dropOldest(watched, this.#now()))
      return undefined
    const board = new Board(watched.environment, filters)
    const added: WatchedBoard = {
      board,
      begun: Promise.resolve(),
      hasBegun: false,
      isAsking: false,
      retryAt: 0,
      idleSince: this.#now(),
    }
    added.begun = this.#begin(watched, added).catch((error: unknown) => {
      if (watched.boards.get(key) === added) watched.boards.delete(key)
      throw error
    })
    watched.boards.set(key, added)
    this.#run()
    return added
  }

  async #begin(watched: WatchedEnvironment, added: WatchedBoard) {
    // While the engine is away, thousands of clients must not all wait for it.
    if (this.#awaySince !== undefined && performance.now() - this.#awaySince < awayMs)
      throw new Error('the engine is away')
    try {
      await this.#lookAt([watched])
    } catch (error) {
      this.#lose(error)
      throw error
    }
    await added.board.take(watched.newest!)
    added.hasBegun = true
  }

  async #lookAt(some: readonly WatchedEnvironment[]) {
    const now = this.#app.clock.now()
    const ids = some.map(({ environment }) => environment.id)
    const seen = await askNewestSteps(this.#app.clickhouse, ids, now)
    for (const watched of some) {
      const { hasSamples, ...newest } = seen.get(watched.environment.id)!
      Object.assign(watched, { newest, isQuiet: !hasSamples, lookedAt: now.getTime() })
    }
  }

  #run() {
    if (this.#isRunning || this.#isStopped) return
    this.#isRunning = true
    this.#timer = startTimer(() => void this.#tick(), this.#pauseMs()).unref()
  }

  async #tick() {
    this.#dropIdle()
    try {
      const waiting = this.#waiting()
      if (waiting.length > 0) await this.#lookAt(waiting)
      this.#awaySince = undefined
      this.#askBehind()
    } catch (error) {
      this.#lose(error)
    }
    this.#isRunning = false
    if (this.#watched.size > 0) this.#run()
  }

  /** A slow question holds up neither the clock nor other boards. */
  #askBehind() {
    for (const [one, newest] of this.#behind()) {
      if (this.#asking >= boardsAtOnce) return
      this.#asking += 1
      one.isAsking = true
      void one.board
        .take(newest)
        .catch((error: unknown) => {
          one.retryAt = performance.now() + awayMs
          this.#app.log.warn('a step of real-time data could not be read', { error })
        })
        .finally(() => {
          this.#asking -= 1
          one.isAsking = false
          this.#askBehind()
        })
    }
  }

  #behind() {
    const now = performance.now()
    return [...this.#watched.values()].flatMap(({ newest, boards }) =>
      [...boards.values()].flatMap((one) => {
        const isFree = one.hasBegun && !one.isAsking && one.retryAt <= now
        return newest && isFree && !one.board.hasReached(newest) ? [[one, newest] as const] : []
      }),
    )
  }

  /** The environments whose newest step may be written by now. */
  #waiting() {
    const now = this.#app.clock.now()
    const since = now.getTime() % halfStepMs
    const lookDue =
      now.getTime() - since + (quietLooksMs.findLast((ms) => ms <= since) ?? -halfStepMs)
    return [...this.#watched.values()].filter(({ newest, isQuiet, lookedAt }) => {
      if (newest && isDue(newest, now)) return false
      return !isQuiet || lookedAt < lookDue
    })
  }

  /** Until the next look: short right after a half step, while its samples are being written. */
  #pauseMs() {
    if (this.#awaySince !== undefined) return awayMs
    const since = this.#now() % halfStepMs
    const untilNext = halfStepMs - since + writtenAfterMs
    if (this.#waiting().length > 0 && since < 2_000) return since < 500 ? 100 : 250
    return Math.min(untilNext, lookEveryMs)
  }

  #dropIdle() {
    const now = this.#now()
    for (const [id, { boards }] of this.#watched) {
      for (const [key, one] of boards) {
        if (one.board.watchers > 0) one.idleSince = now
        else if (now - one.idleSince > idleMs) boards.delete(key)
      }
      if (boards.size === 0) this.#watched.delete(id)
    }
  }

  /** The engine does not answer. */
  #lose(error: unknown) {
    if (this.#awaySince === undefined)
      this.#app.log.warn('real-time data could not be read', { error })
    this.#awaySince = performance.now()
    for (const { boards } of this.#watched.values())
      for (const { board } of boards.values()) board.lose()
  }
}

/** Makes room by dropping the board that has had no watchers for the longest. */
const dropOldest = ({ boards }: WatchedEnvironment, now: number) => {
  const [oldest] = [...boards]
    .filter(([, { board, idleSince }]) => board.watchers === 0 && now - idleSince > spareMs)
    .toSorted(([, one], [, other]) => one.idleSince - other.idleSince)
  return oldest !== undefined && boards.delete(oldest[0])
}
