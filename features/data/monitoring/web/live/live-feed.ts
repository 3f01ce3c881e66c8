import type { ChannelState } from '@playhead/web-kit/realtime/channel-state.ts'
import { createStore } from '@playhead/web-kit/external-store.ts'
import {
  type FollowedTopic,
  followTopic,
  type TopicMessage,
} from '@playhead/web-kit/realtime/follow-topic.ts'
import type { MonitoringMetricId } from '../data/metric-values.ts'
import { noteNewestStep } from '../data/freshness.ts'
import { monitoringTopic, monitoringTypes, type MonitoringType } from '../../topic-contract.ts'
import { type AnyPayload, payloadAfter, readPayload } from './payload-state.ts'

export interface LiveAsk {
  type: MonitoringType
  metric?: MonitoringMetricId
  limit?: number
}

export interface LiveEntry {
  /** `waiting` for the first reply; `covered` while messages keep it up to date; else it is asked over HTTP. */
  coverage: 'waiting' | 'covered' | 'http'
  payload: AnyPayload | undefined
}

/** Where the socket is there but slow, a screen must not stay empty for long. */
const patienceMs = 1_500
const tryAgainMs = 10_000

const waiting: LiveEntry = { coverage: 'waiting', payload: undefined }

const prefix = 'new_realtime_'
const isType = (name: string): name is MonitoringType =>
  (monitoringTypes as readonly string[]).includes(name)

const isAway = (state: ChannelState | undefined) => state === 'away' || state === 'refused'

type Message = TopicMessage<typeof monitoringTopic>

/** The subscriptions of one screen with its filters to the topic of an environment. RTCH-035, RTCH-038 … RTCH-040 */
export class LiveFeed {
  readonly #environmentId: string
  readonly #filters: string[]
  readonly #entries = new Map<MonitoringType, ReturnType<typeof createStore<LiveEntry>>>()
  readonly #wanted = new Map<MonitoringType, { ask: LiveAsk; count: number }>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #followed: FollowedTopic<typeof monitoringTopic> | undefined

  constructor(environmentId: string, filters: string[]) {
    this.#environmentId = environmentId
    this.#filters = filters
  }

  start() {
    this.#followed = followTopic(
      monitoringTopic,
      { environmentId: this.#environmentId },
      {
        onJoin: () => {
          for (const { ask } of this.#wanted.values()) void this.#subscribe(ask)
        },
        onMessages: (messages) => messages.forEach((message) => this.#apply(message)),
        onState: (state) => this.#follow(state),
      },
    )
    for (const type of this.#wanted.keys()) this.#expect(type)
  }

  stop() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#followed?.stop()
    this.#followed = undefined
  }

  entry(type: MonitoringType) {
    const known = this.#entries.get(type) ?? createStore(waiting)
    this.#entries.set(type, known)
    return known
  }

  /** Subscribes with the first component that wants a type, and unsubscribes with the last. */
  want(ask: LiveAsk) {
    const known = this.#wanted.get(ask.type)
    this.#wanted.set(ask.type, { ask, count: (known?.count ?? 0) + 1 })
    if (!known && this.#followed) {
      this.#expect(ask.type)
      if (this.#followed.state() === 'joined') void this.#subscribe(ask)
    }
    return () => {
      const left = this.#wanted.get(ask.type)
      if (left && left.count > 1)
        return this.#wanted.set(ask.type, { ...left, count: left.count - 1 })
      this.#wanted.delete(ask.type)
      this.#entries.get(ask.type)?.set(waiting)
      void this.#followed?.push('unsubscribe', { type: ask.type })
      return undefined
    }
  }

  /** Without a socket at the moment it is asked over HTTP at once. */
  #expect(type: MonitoringType) {
    const giveUp = () => {
      if (this.entry(type).get().coverage === 'waiting') this.#set(type, { coverage: 'http' })
    }
    if (isAway(this.#followed?.state())) giveUp()
    else this.#after(patienceMs, giveUp)
  }

  #after(ms: number, act: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, ms)
    this.#timers.add(timer)
  }

  #set(type: MonitoringType, change: Partial<LiveEntry>) {
    const store = this.entry(type)
    store.set({ ...store.get(), ...change })
  }

  #follow(state: ChannelState) {
    if (!isAway(state)) return
    for (const type of this.#wanted.keys()) this.#set(type, { coverage: 'http' })
  }

  async #subscribe(ask: LiveAsk) {
    const followed = this.#followed
    const reply = await followed?.push('subscribe', { ...ask, filters: this.#filters })
    if (followed === undefined || followed !== this.#followed || !this.#wanted.has(ask.type)) return
    const payload = reply?.status === 'ok' ? readPayload(ask.type, reply.response) : undefined
    if (payload) {
      noteNewestStep(payload.step, payload.ageMs)
      this.#set(ask.type, { coverage: 'covered', payload })
      return
    }
    this.#set(ask.type, { coverage: 'http' })
    this.#after(tryAgainMs, () => {
      if (this.#wanted.has(ask.type) && followed.state() === 'joined') void this.#subscribe(ask)
    })
  }

  #apply({ event, payload }: Message) {
    if (event === 'realtime_subscription_disconnected') {
      const { type } = payload as { type: MonitoringType }
      const wanted = this.#wanted.get(type)
      // RTCH-039
      if (wanted) void this.#subscribe(wanted.ask)
      return
    }
    const isWhole = !event.startsWith(prefix)
    const type = isWhole ? event : event.slice(prefix.length)
    if (!isType(type) || !this.#wanted.has(type)) return
    const { coverage, payload: known } = this.entry(type).get()
    if (coverage === 'waiting') return
    const next = payloadAfter(type, known, { isWhole, payload })
    if (!next || next === known) return
    noteNewestStep(next.step)
    this.#set(type, { payload: next })
  }
}
