import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import { askStep } from '@playhead/analytics/monitoring/ask-step.sql.ts'
import type { MonitoringFilter } from '@playhead/analytics/monitoring/monitoring-dimension.sql.ts'
import type { Watched } from '@playhead/analytics/monitoring/monitoring-question.ts'
import { endOf, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { pushOf } from '@playhead/channel/protocol/frame.ts'
import type { JoinedTopic } from '@playhead/channel/server/connection.ts'
import { type Asked, type LiveState, payloadOf } from './live-payloads.ts'
import { firstOfWindow, LiveWindow } from './live-window.ts'
import { TitleHistory, titleSeconds } from './title-history.ts'

export interface Watcher {
  asked: Asked
  joined: JoinedTopic
}

/** Samples that another collector wrote late are still counted within this time. */
const lateSeconds = 15
/** After the engine was away, the collectors write what they held. */
const doubtSeconds = 60
/** Sending to thousands of sockets gives way to other work after this many. */
const pushesAtOnce = 200

/** A clock that was set back must not stop a board. */
const isOlder = (one: NewestStep, other: NewestStep) => {
  const seconds = other.newest - one.newest
  if (seconds === 0) return one.isEarly && !other.isEarly
  return seconds > 0 && seconds <= 2 * stepSeconds
}

const keyOf = ({ asked: { type, metric, limit }, joined: { topic } }: Watcher) =>
  `${topic} ${type} ${metric} ${limit}`

/** What is known of one environment and one list of filters, and who watches it. */
export class Board {
  readonly #environment: Watched
  readonly #filters: readonly MonitoringFilter[]
  /** Those who get the same frames are together. */
  readonly #watchers = new Map<string, Set<Watcher>>()
  readonly #frames = new Map<string, string>()
  #state: LiveState | undefined
  #asking: Promise<void> | undefined
  #isLost = false
  /** The totals of the window are asked for again until this step. */
  #doubtedUntil = 0
  /** Counts the questions that were answered. */
  version = 0

  constructor(environment: Watched, filters: readonly MonitoringFilter[]) {
    this.#environment = environment
    this.#filters = filters
  }

  get watchers() {
    return [...this.#watchers.values()].reduce((sum, { size }) => sum + size, 0)
  }

  get newest() {
    return this.#state?.newest
  }

  /** Whether it needs no question for this step. */
  hasReached(step: NewestStep) {
    const at = this.#state?.newest
    if (!at || this.#isLost) return false
    return isOlder(step, at) || (at.newest === step.newest && at.isEarly === step.isEarly)
  }

  watch(watcher: Watcher) {
    const key = keyOf(watcher)
    const others = this.#watchers.get(key)
    if (others) others.add(watcher)
    else this.#watchers.set(key, new Set([watcher]))
  }

  unwatch(watcher: Watcher) {
    const key = keyOf(watcher)
    const left = this.#watchers.get(key)
    left?.delete(watcher)
    if (left?.size === 0) this.#watchers.delete(key)
  }

  /** All that the client asked for; undefined before the first answer. */
  response(asked: Asked, now: Date): object | undefined {
    if (!this.#state) return undefined
    const age_ms = Math.max(0, now.getTime() - endOf(this.#state.newest).getTime())
    return { ...payloadOf(this.#state, asked, true), age_ms }
  }

  /** Sends one watcher all of it. */
  refresh(watcher: Watcher) {
    watcher.joined.pushState(watcher.asked.type, this.#frame(watcher, true))
  }

  /** Asks for this step and pushes it; one question runs at a time, and none for a step that is known. */
  async take(newest: NewestStep): Promise<void> {
    while (this.#asking) await this.#asking
    if (this.hasReached(newest)) return
    this.#asking = this.#ask(newest).finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  /** The data has stopped: what is known stays, and its watchers are notified once. RTCH-039 */
  lose() {
    if (this.#isLost) return
    this.#isLost = true
    for (const { asked, joined } of [...this.#watchers.values()].flatMap((some) => [...some])) {
      const lost = { type: asked.type, reason: 'unavailable' }
      const frame = pushOf(joined.topic, 'realtime_subscription_disconnected', lost)
      joined.pushState(`${asked.type} lost`, frame, () => (this.#isLost ? frame : undefined))
    }
  }

  async #ask(newest: NewestStep) {
    const before = this.#state
    const isWhole = before === undefined || this.#isLost
    const from = this.#firstOf(newest)
    const answer = await askStep(this.#environment, {
      ...newest,
      ...from,
      filters: this.#filters,
    }).catch((error: unknown) => {
      this.lose()
      throw error
    })
    if (this.#isLost) this.#doubtedUntil = newest.newest + doubtSeconds
    this.#isLost = false
    const window = before?.window ?? new LiveWindow()
    const titles = before?.titles ?? new TitleHistory()
    titles.take(newest.newest, answer.titles, answer.groups.get('video_title')?.groups ?? [])
    const changed = window.take(newest, from.totalsFrom, answer.totals)
    this.#state = { newest, window, titles, changed, groups: answer.groups }
    this.version += 1
    this.#frames.clear()
    await this.#push(isWhole)
  }

  /** The first steps to ask for: what is not known whole, and what may have been written late. */
  #firstOf({ newest }: NewestStep) {
    const first = { totalsFrom: firstOfWindow(newest), titlesFrom: newest - titleSeconds }
    const at = this.#state?.newest
    if (!at || this.#isLost || newest < at.newest) return first
    const unknown = at.isEarly ? at.newest : at.newest + stepSeconds
    const totalsFrom =
      newest < this.#doubtedUntil ? first.totalsFrom : Math.min(unknown, newest - lateSeconds)
    return {
      totalsFrom: Math.max(first.totalsFrom, totalsFrom),
      titlesFrom: Math.max(first.titlesFrom, unknown),
    }
  }

  async #push(isWhole: boolean) {
    let pushed = 0
    for (const some of this.#watchers.values()) {
      for (const watcher of some) {
        const newest = () => (some.has(watcher) ? this.#frame(watcher, true) : undefined)
        watcher.joined.pushState(watcher.asked.type, this.#frame(watcher, isWhole), newest)
        pushed += 1
        if (pushed % pushesAtOnce === 0) await nextTurn()
      }
    }
  }

  /** Made once for all who watch the same. */
  #frame(watcher: Watcher, isWhole: boolean): string {
    const key = `${keyOf(watcher)} ${isWhole}`
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const { asked, joined } = watcher
    const event = isWhole ? asked.type : `new_realtime_${asked.type}`
    const frame = pushOf(joined.topic, event, payloadOf(this.#state!, asked, isWhole))
    this.#frames.set(key, frame)
    return frame
  }
}
