import { closeOf, errorOf, type Frame, ok, readFrame, refused, replyTo } from '../protocol/frame.ts'
import type { ChannelLimits } from '../protocol/limits.ts'
import {
  type ChannelHost,
  closeCodes,
  type JoinedTopic,
  type Opened,
  type TopicSession,
  type Transport,
} from './connection.ts'
import { FrameBudget } from './frame-budget.ts'
import { Outbox, type OutboxFigures } from './outbox.ts'

interface Join {
  joinRef: string
  topic: string
  /** Undefined until the host has decided. */
  session: TopicSession | undefined
  /** Its share of the subscriptions of the socket. */
  subscriptions: number
  /** Messages of a topic are processed one after the other. */
  last: Promise<unknown>
}

/** Runs `left`, which frees resources, at most once; also called after the host throws. */
const leave = (join: Join) => {
  const left = join.session?.left
  join.session = undefined
  left?.()
}

/** One client over any transport: its topics, and the messages it sends to them. */
export class ChannelSession<Caller> {
  readonly caller: Caller
  readonly outbox: Outbox
  readonly #transport: Transport
  readonly #host: ChannelHost<Caller>
  readonly #limits: ChannelLimits
  readonly #clock: { now(): number }
  readonly #budget: FrameBudget
  readonly #joins = new Map<string, Join>()
  #lastReceivedAt: number
  #isClosed = false

  constructor(
    caller: Caller,
    transport: Transport,
    host: ChannelHost<Caller>,
    limits: ChannelLimits,
    { clock, figures }: { clock: { now(): number }; figures: OutboxFigures },
  ) {
    this.caller = caller
    this.#transport = transport
    this.#host = host
    this.#limits = limits
    this.#clock = clock
    this.#lastReceivedAt = clock.now()
    this.#budget = new FrameBudget(limits.framesPerSecond, limits.framesBurst, clock.now())
    this.outbox = new Outbox(transport, limits, clock, figures, () => this.#closeSlow())
  }

  get topics() {
    return [...this.#joins.keys()]
  }

  get transport() {
    return this.#transport.name
  }

  /** Marks the client as alive, for transports that have their own heartbeat. */
  markAlive() {
    this.#lastReceivedAt = this.#clock.now()
  }

  receive(text: string) {
    if (this.#isClosed) return
    this.markAlive()
    if (!this.#budget.take(this.#clock.now()))
      return this.close(closeCodes.forbidden, 'too many messages')
    if (text.length > this.#limits.frameMaxBytes)
      return this.close(closeCodes.tooLarge, 'message too large')
    const frame = readFrame(text)
    if (!frame) return this.close(closeCodes.forbidden, 'not a message')
    this.#take(frame)
  }

  #take(frame: Frame) {
    if (frame.topic === 'phoenix')
      return this.outbox.send(
        replyTo(frame, frame.event === 'heartbeat' ? ok() : refused('unmatched topic')),
      )
    if (frame.event === 'phx_join') return this.#join(frame)
    const join = this.#joins.get(frame.topic)
    if (!join || join.joinRef !== frame.joinRef) {
      // Leaving a topic that is already gone succeeds; the client waits for its reply.
      const reply = frame.event === 'phx_leave' ? ok() : refused('unmatched topic')
      return this.outbox.send(replyTo(frame, reply))
    }
    if (frame.event === 'phx_leave') return this.#leave(join, frame)
    join.last = join.last.then(() => this.#pass(join, frame))
    return undefined
  }

  #join(frame: Frame) {
    const joinRef = frame.ref
    if (joinRef === null) return this.outbox.send(replyTo(frame, refused('unmatched topic')))
    const before = this.#joins.get(frame.topic)
    if (before) this.closeTopic(frame.topic)
    if (this.#joins.size >= this.#limits.topicsMax)
      return this.outbox.send(replyTo(frame, refused('too_many_topics')))
    const join: Join = {
      joinRef,
      topic: frame.topic,
      session: undefined,
      subscriptions: 0,
      last: Promise.resolve(),
    }
    this.#joins.set(frame.topic, join)
    join.last = this.#open(join, frame)
    return undefined
  }

  async #open(join: Join, frame: Frame) {
    const joined: JoinedTopic = {
      topic: join.topic,
      pushState: (kind, frame, newest) => {
        if (join.session) this.outbox.sendState(`${join.topic} ${kind}`, frame, newest)
      },
      pushInOrder: (frame, gap, kind = '') => {
        if (join.session) this.outbox.sendInOrder(`${join.topic} ${kind}`, frame, gap)
      },
      reserve: () => this.#reserve(join),
      close: () => {
        if (this.#isCurrent(join)) this.closeTopic(join.topic)
      },
    }
    const opened = await this.#host
      .open(this.caller, joined, frame.payload)
      .catch((error: unknown): Opened => {
        this.#host.failed(error, join.topic)
        return { refused: 'internal' }
      })
    if (!this.#isCurrent(join)) {
      if ('session' in opened) opened.session.left?.()
      return
    }
    const reply = 'session' in opened ? ok(opened.session.response) : refused(opened.refused)
    if ('session' in opened) join.session = opened.session
    else this.#joins.delete(join.topic)
    this.outbox.send(replyTo(frame, reply))
    try {
      if ('session' in opened && this.#isCurrent(join)) await opened.session.opened?.()
    } catch (error) {
      this.#host.failed(error, join.topic)
      if (this.#isCurrent(join)) this.rejoinTopic(join.topic)
    }
  }

  async #pass(join: Join, frame: Frame) {
    // The topic may have been refused, left or closed before this message was processed.
    if (!this.#isCurrent(join) || !join.session) return
    try {
      const answer =
        (await join.session.receive?.(frame.event, frame.payload)) ?? refused('unmatched event')
      if (!this.#isCurrent(join)) return
      this.outbox.send(replyTo(frame, 'reply' in answer ? answer.reply : answer))
      // The reply may have been one too many for a slow reader.
      if ('sent' in answer && this.#isCurrent(join)) answer.sent()
    } catch (error) {
      this.#host.failed(error, join.topic)
      if (!this.#isCurrent(join)) return
      // The client joins again automatically, after a second and then less often. RTCH-009
      this.#forget(join)
      this.outbox.send(errorOf(join.joinRef, join.topic))
    }
  }

  #leave(join: Join, frame: Frame) {
    this.#forget(join)
    this.outbox.send(replyTo(frame, ok()))
    this.outbox.send(closeOf(join.joinRef, join.topic))
  }

  closeTopic(topic: string) {
    const join = this.#joins.get(topic)
    if (!join) return
    this.#forget(join)
    this.outbox.send(closeOf(join.joinRef, topic))
  }

  /** The client joins again automatically, so that its access is decided again. */
  rejoinTopic(topic: string) {
    const join = this.#joins.get(topic)
    if (!join) return
    this.#forget(join)
    this.outbox.send(errorOf(join.joinRef, topic))
  }

  close(code: number, reason: string) {
    if (this.#isClosed) return
    this.ended()
    this.#transport.close(code, reason)
  }

  /** The transport is gone. */
  ended() {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const join of this.#joins.values()) this.#forget(join)
  }

  /** Closes the session when it was silent or slow for too long; called periodically. */
  closeIfDead() {
    if (this.#clock.now() - this.#lastReceivedAt > this.#limits.silenceMs)
      this.close(closeCodes.goingAway, 'silent')
    else this.outbox.closeIfStuck()
  }

  #closeSlow() {
    if (this.#isClosed) return
    for (const { session } of this.#joins.values())
      for (const frame of session?.tooSlow?.() ?? []) this.outbox.sendIfRoom(frame)
    this.close(closeCodes.tooSlow, 'slow')
  }

  #reserve(join: Join) {
    let taken = 0
    for (const { subscriptions } of this.#joins.values()) taken += subscriptions
    if (taken >= this.#limits.subscriptionsMax) return undefined
    join.subscriptions += 1
    let isHeld = true
    return () => {
      if (isHeld) join.subscriptions -= 1
      isHeld = false
    }
  }

  #isCurrent(join: Join) {
    return !this.#isClosed && this.#joins.get(join.topic) === join
  }

  #forget(join: Join) {
    if (this.#joins.get(join.topic) === join) this.#joins.delete(join.topic)
    this.outbox.forget(`${join.topic} `)
    leave(join)
  }
}
