import type { MediaPacket, StreamHeader } from '../packet.ts'

export interface QueuedPacket {
  packet: MediaPacket
  /** The parameters that hold for this packet. */
  header: StreamHeader
}

export interface QueueLimits {
  bytesMax: number
  millisecondsMax: number
}

/** 8 MB or 4 seconds: a receiver that is further behind loses pictures, and its sender no memory. */
export const queueLimits: QueueLimits = { bytesMax: 8 * 1024 * 1024, millisecondsMax: 4000 }

/** Packets on the way to a slow receiver. What is dropped ends at a keyframe, so that the rest decodes. */
export class PacketQueue {
  readonly #limits: QueueLimits
  #items: QueuedPacket[] = []
  #bytes = 0
  #waitsForKey = true
  #dropped = 0

  constructor(limits: QueueLimits = queueLimits) {
    this.#limits = limits
  }

  get length() {
    return this.#items.length
  }

  /** Packets that were left out. */
  get dropped() {
    return this.#dropped
  }

  push(item: QueuedPacket) {
    if (this.#waitsForKey) {
      if (!isEntry(item)) {
        this.#dropped += 1
        return
      }
      this.#waitsForKey = false
    }
    this.#items.push(item)
    this.#bytes += item.packet.data.length
    while (this.#isOver()) this.#dropToKey()
  }

  shift(): QueuedPacket | undefined {
    const item = this.#items.shift()
    if (item) this.#bytes -= item.packet.data.length
    return item
  }

  #isOver() {
    const first = this.#items[0]
    if (!first) return false
    const milliseconds = this.#items.at(-1)!.packet.arrivedAt - first.packet.arrivedAt
    return this.#bytes > this.#limits.bytesMax || milliseconds > this.#limits.millisecondsMax
  }

  #dropToKey() {
    const next = this.#items.findIndex((item, index) => index > 0 && isEntry(item))
    const count = next === -1 ? this.#items.length : next
    for (const { packet } of this.#items.splice(0, count)) this.#bytes -= packet.data.length
    this.#dropped += count
    this.#waitsForKey = this.#items.length === 0
  }
}

/** A receiver can begin here: with a keyframe, or with any sound where there is no picture. */
function isEntry({ packet, header }: QueuedPacket) {
  return header.video ? packet.kind === 'video' && packet.isKey : true
}
