import { request } from 'node:http'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const pieceBytes = 64 * 2 ** 10
/** What the buffers of a system hold while the client or the server is busy. */
const bufferedMs = 200

/** A connection of a client that takes so many bytes a second, and counts what it has sent. */
export class SlowLine {
  #bytesPerSecond
  #startedAt = performance.now()
  #due = 0
  sentBytes = 0

  constructor(bytesPerSecond) {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Sends a part of a file; with `cutAt` the connection breaks off after so many of its bytes. */
  async put(url, { file, from, to, size, cutAt = Infinity }) {
    const handle = await open(file)
    try {
      const headers = {
        'content-range': `bytes ${from}-${to - 1}/${size}`,
        'content-length': to - from,
      }
      const sending = request(url, { method: 'PUT', headers, agent: false })
      const answered = new Promise((resolve, reject) => {
        sending.once('response', (answer) => {
          answer.resume()
          answer.once('end', () => resolve(answer))
        })
        sending.once('error', reject)
      })
      answered.catch(() => {})
      for (let place = from; place < to;) {
        if (place - from >= cutAt) {
          sending.destroy()
          return undefined
        }
        const { buffer, bytesRead } = await handle.read(
          Buffer.alloc(Math.min(pieceBytes, to - place)),
          0,
          Math.min(pieceBytes, to - place),
          place,
        )
        await this.#pace(bytesRead)
        const isTaken = sending.write(buffer)
        if (!isTaken) await new Promise((resolve) => sending.once('drain', resolve))
        place += bytesRead
        this.sentBytes += bytesRead
      }
      sending.end()
      return await answered
    } finally {
      await handle.close()
    }
  }

  /** What the line could not carry while it waited for the server is lost. */
  async #pace(bytes) {
    const now = performance.now() - this.#startedAt
    this.#due = Math.max(this.#due, now - bufferedMs) + (bytes / this.#bytesPerSecond) * 1000
    if (this.#due > now) await pause(this.#due - now)
  }
}
