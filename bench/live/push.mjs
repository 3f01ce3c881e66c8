// A separate process that publishes one clip to many live streams, at its own pace or faster, and says what became of them.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { RtmpClient } = await import('@playhead/ingest/rtmp/rtmp-client.ts')
const { readStream } = await import('@playhead/media/live/testing-packets.ts')

const tickMs = 10
/** The server keeps fewer than nine of a network waiting. */
const beginsAtOnce = 6
if (parentPort) throw new Error('Start it as a process.')

/** Rounds of the clip follow each other without a seam, so their length must be whole packets of picture and sound. */
function* packetsOf(packets, { roundMs, beganAtMs }) {
  const base = packets[0].dts
  for (let round = 0; ; round += 1)
    for (const packet of packets) {
      const dts = packet.dts - base + round * roundMs
      if (packet.dts - base >= roundMs) continue
      yield { ...packet, dts, pts: packet.pts - base + round * roundMs, arrivedAt: beganAtMs }
    }
}

class Pushed {
  #packets
  #next
  #startedAt
  #given
  #client
  end
  publishedAt
  dropped = 0

  constructor(target, stream, given) {
    this.#given = given
    this.#packets = packetsOf(stream.packets, { roundMs: given.roundMs, beganAtMs: Date.now() })
    this.#next = this.#packets.next().value
    this.isPublishing = new Promise((resolve) => {
      this.#client = new RtmpClient({
        ...target,
        header: stream.header,
        onPublishing: () => {
          this.publishedAt = Date.now()
          this.#startedAt = performance.now()
          resolve()
        },
        onEnd: (end) => {
          this.end = end
          resolve()
        },
      })
    })
  }

  /** Sends what is due; a film in a hurry goes as fast as the server takes it. */
  tick(now) {
    if (this.end) return true
    if (this.#startedAt === undefined) return false
    const { untilMs = Infinity, isQuick } = this.#given
    const due = isQuick ? Infinity : now - this.#startedAt
    for (let sent = 0; this.#next.dts <= due; sent += 1) {
      if (this.#next.dts >= untilMs) {
        this.#client.close()
        return true
      }
      // A quick film leaves room in its queue, which would drop pictures.
      if (isQuick && sent >= this.#given.packetsOfTick) break
      this.#client.takePacket(this.#next)
      this.#next = this.#packets.next().value
    }
    this.dropped = this.#client.dropped
    return false
  }

  stop() {
    this.#client.close()
  }
}

process.once('message', async ({ clip, targets, ...given }) => {
  const stream = await readStream(clip)
  const pushed = []
  const timer = setInterval(() => {
    const now = performance.now()
    const isOver = pushed.map((one) => one.tick(now)).every(Boolean)
    const haveAllBegun = pushed.length === targets.length
    if (isOver && haveAllBegun && given.untilMs !== undefined) finish()
  }, tickMs)
  const report = () => ({
    ends: pushed.flatMap(({ end }) => (end ? [end] : [])),
    dropped: pushed.reduce((sum, { dropped }) => sum + dropped, 0),
    publishedAt: pushed.map(({ publishedAt }) => publishedAt),
    endedAt: Date.now(),
  })
  function finish() {
    clearInterval(timer)
    process.send({ over: report() })
  }
  process.on('message', (word) => {
    if (word === 'read') return process.send(report())
    clearInterval(timer)
    for (const one of pushed) one.stop()
    process.send({})
    process.disconnect()
  })
  for (let at = 0; at < targets.length; at += beginsAtOnce) {
    const begun = targets
      .slice(at, at + beginsAtOnce)
      .map((target) => new Pushed(target, stream, given))
    pushed.push(...begun)
    await Promise.all(begun.map(({ isPublishing }) => isPublishing))
  }
  process.send(report())
})
