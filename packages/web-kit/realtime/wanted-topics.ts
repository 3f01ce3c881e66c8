import { createStore } from '../external-store.ts'

/**
 * `waiting`: for the socket, or for the reply to the join. `failed`: the last join failed and is tried again.
 * `refused`: this caller may not join, or no longer; it is tried again with the next session.
 */
export type TopicPhase = 'waiting' | 'joined' | 'failed' | 'refused'

export type PushReply = { status: 'ok'; response: unknown } | { status: 'error'; reason: string }

/** A topic on the socket. */
export interface OpenTopic {
  push(event: string, payload: object): Promise<PushReply>
  leave(): void
}

export interface TopicListener {
  /** Sent with each join. */
  params(): object
  /** Called after each join, also after a reconnect, and soon if the topic is joined already. */
  onJoin(reply: unknown): void
  onMessage(event: string, payload: unknown): void
}

const rejoinEveryMs = 5_000

export const topicPhases = createStore<ReadonlyMap<string, TopicPhase>>(new Map())

const setPhase = (name: string, phase: TopicPhase | undefined) => {
  if (topicPhases.get().get(name) === phase) return
  const phases = new Map(topicPhases.get())
  if (phase) phases.set(name, phase)
  else phases.delete(name)
  topicPhases.set(phases)
}

/** A topic that at least one screen wants, whether or not there is a socket. */
export class WantedTopic {
  readonly name: string
  readonly #listeners = new Set<TopicListener>()
  #open: OpenTopic | undefined
  #reply: unknown
  #rejoinTimer: ReturnType<typeof setTimeout> | undefined
  #mayRejoinAt = 0

  constructor(name: string) {
    this.name = name
    setPhase(name, 'waiting')
  }

  get phase() {
    return topicPhases.get().get(this.name)
  }

  get isWanted() {
    return this.#listeners.size > 0
  }

  /** Of several listeners, each adds its own. */
  params(): object {
    return Object.assign({}, ...[...this.#listeners].map((listener) => listener.params()))
  }

  listen(listener: TopicListener) {
    this.#listeners.add(listener)
    if (this.phase === 'joined') queueMicrotask(() => this.#greet(listener))
  }

  #greet(listener: TopicListener) {
    if (this.phase === 'joined' && this.#listeners.has(listener)) listener.onJoin(this.#reply)
  }

  unlisten(listener: TopicListener) {
    this.#listeners.delete(listener)
    if (this.isWanted) return
    this.drop()
    setPhase(this.name, undefined)
  }

  open() {
    this.#open ??= openTopic?.(this)
  }

  /** Leaves the topic; it stays wanted. */
  drop() {
    clearTimeout(this.#rejoinTimer)
    this.#rejoinTimer = undefined
    const open = this.#open
    this.#open = undefined
    this.#reply = undefined
    if (this.phase) setPhase(this.name, 'waiting')
    open?.leave()
  }

  /** Leaves the topic and joins it again, at most once in five seconds. RTCH-010 */
  rejoin() {
    this.#rejoinTimer ??= setTimeout(
      () => {
        this.#mayRejoinAt = Date.now() + rejoinEveryMs
        this.drop()
        this.open()
      },
      Math.max(0, this.#mayRejoinAt - Date.now()),
    )
  }

  push(event: string, payload: object): Promise<PushReply> {
    return (
      this.#open?.push(event, payload) ??
      Promise.resolve({ status: 'error', reason: 'unavailable' })
    )
  }

  joined(reply: unknown) {
    this.#reply = reply
    setPhase(this.name, 'joined')
    for (const listener of this.#listeners) listener.onJoin(reply)
  }

  message(event: string, payload: unknown) {
    for (const listener of this.#listeners) listener.onMessage(event, payload)
  }

  /** The connection or the topic broke; the client of the socket joins again by itself. RTCH-009 */
  lost() {
    if (this.phase === 'joined') setPhase(this.name, 'waiting')
  }

  failed() {
    setPhase(this.name, 'failed')
  }

  refused() {
    setPhase(this.name, 'refused')
  }
}

const topics = new Map<string, WantedTopic>()
let openTopic: ((topic: WantedTopic) => OpenTopic) | undefined

/** All who want the same topic share one join: a socket can join each topic once. */
export const wantTopic = (name: string, listener: TopicListener) => {
  const topic = topics.get(name) ?? new WantedTopic(name)
  topics.set(name, topic)
  topic.listen(listener)
  topic.open()
  let isWanted = true
  const stop = () => {
    if (!isWanted) return
    isWanted = false
    topic.unlisten(listener)
    if (!topic.isWanted) topics.delete(name)
  }
  return { topic, stop }
}

/** Called by the socket: opens the wanted topics, now and later. Refused ones are tried again. */
export const carryTopics = (open: (topic: WantedTopic) => OpenTopic) => {
  openTopic = open
  for (const topic of topics.values())
    if (topic.phase === 'refused') topic.rejoin()
    else topic.open()
}

/** Called by the socket when it is closed on purpose. */
export const dropTopics = () => {
  openTopic = undefined
  for (const topic of topics.values()) topic.drop()
}
