import type { ChannelLimits } from '../protocol/limits.ts'
import type { Transport } from './connection.ts'

interface Clock {
  now(): number
}

type OutboxLimits = Pick<
  ChannelLimits,
  'waitingBytesSlow' | 'waitingBytesMax' | 'slowMs' | 'queuedMax'
>

interface Queue {
  frames: string[]
  /** Sent instead of the dropped messages. */
  gap: string
  hasGap: boolean
}

export interface OutboxFigures {
  skipped: number
  dropped: number
}

/**
 * Decides what a slow reader gets: the newest state instead of every state, and ordered messages up to a
 * limit, then a notice that some are missing. A fast reader gets everything immediately.
 */
export class Outbox {
  readonly #transport: Transport
  readonly #limits: OutboxLimits
  readonly #clock: Clock
  readonly #figures: OutboxFigures
  readonly #close: () => void
  readonly #states = new Map<string, () => string | undefined>()
  readonly #queues = new Map<string, Queue>()
  #slowSince: number | undefined

  /** `close` ends the session of a reader who is too slow. */
  constructor(
    transport: Transport,
    limits: OutboxLimits,
    clock: Clock,
    figures: OutboxFigures,
    close: () => void,
  ) {
    this.#transport = transport
    this.#limits = limits
    this.#clock = clock
    this.#figures = figures
    this.#close = close
  }

  get waitingBytes() {
    return this.#transport.waitingBytes()
  }

  /** Sends a frame unless too much waits already. */
  sendIfRoom(frame: string) {
    if (this.#hasRoom(frame)) this.#transport.send(frame)
  }

  /** Replies and other small frames are always sent; a reader who is far behind is closed. */
  send(frame: string) {
    if (this.#hasRoom(frame)) this.#transport.send(frame)
    else this.#close()
  }

  /** A newer frame with the same key replaces one that was not sent yet; `newest` is called when there is room again. */
  sendState(key: string, frame: string, newest: () => string | undefined = () => frame) {
    // Thousands of sockets have nothing waiting, and the hash of a key is not free.
    const isWaiting = this.#states.size > 0 && this.#states.has(key)
    if (!this.#isSlow(frame) && !isWaiting) return this.#transport.send(frame)
    if (isWaiting) this.#figures.skipped += 1
    this.#states.set(key, newest)
    return undefined
  }

  /** Keeps the order of the calls with this key; `gap` is sent when messages had to be dropped. */
  sendInOrder(key: string, frame: string, gap: string) {
    const queue = this.#queues.get(key)
    if (!queue && !this.#isSlow(frame)) return this.#transport.send(frame)
    if (!queue) this.#queues.set(key, { frames: [frame], gap, hasGap: false })
    else if (queue.hasGap) this.#figures.dropped += 1
    else if (queue.frames.length < this.#limits.queuedMax) queue.frames.push(frame)
    else {
      this.#figures.dropped += queue.frames.length + 1
      queue.frames = []
      queue.hasGap = true
    }
    return undefined
  }

  /** Drops what is queued for a topic that was left. */
  forget(prefix: string) {
    for (const waiting of [this.#states, this.#queues])
      for (const key of waiting.keys()) if (key.startsWith(prefix)) waiting.delete(key)
  }

  /** Called by the transport whenever the client has received something. */
  drained() {
    if (this.#states.size + this.#queues.size === 0) return
    for (const [key, newest] of this.#states) {
      const frame = newest()
      if (frame !== undefined && this.#isSlow(frame)) return
      this.#states.delete(key)
      if (frame !== undefined) this.#transport.send(frame)
    }
    for (const [key, queue] of this.#queues) {
      if (queue.hasGap) queue.frames = [queue.gap]
      queue.hasGap = false
      while (queue.frames.length > 0) {
        if (this.#isSlow(queue.frames[0]!)) return
        this.#transport.send(queue.frames.shift()!)
      }
      this.#queues.delete(key)
    }
  }

  /** Closes a reader who has been slow for too long; called periodically. */
  closeIfStuck() {
    if (this.#slowSince === undefined) return
    if (this.#clock.now() - this.#slowSince > this.#limits.slowMs) this.#close()
  }

  #hasRoom(frame: string) {
    return this.#transport.waitingBytes() + frame.length <= this.#limits.waitingBytesMax
  }

  #isSlow(frame: string) {
    const waiting = this.#transport.waitingBytes()
    // A frame larger than the limit is still sent to a reader with an empty buffer.
    const isSlow = waiting > 0 && waiting + frame.length > this.#limits.waitingBytesSlow
    if (isSlow) this.#slowSince ??= this.#clock.now()
    else this.#slowSince = undefined
    return isSlow
  }
}
