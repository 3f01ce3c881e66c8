/** Why work on an upload is interrupted. */
export type Interruption = 'replaced' | 'ended' | 'stopping'

interface Turn {
  controller: AbortController
  done: Promise<unknown>
}

/**
 * One request at a time writes to an upload. A newer one takes over: the older one belongs to a
 * connection that its sender has given up, which the server may notice only minutes later.
 */
export class UploadLines {
  readonly #turns = new Map<string, Turn>()
  #count = 0

  /** Requests at work or in wait. */
  get count() {
    return this.#count
  }

  async take<Result>(uploadId: string, work: (signal: AbortSignal) => Promise<Result>) {
    this.interrupt(uploadId, 'replaced')
    const before = this.#turns.get(uploadId)?.done
    const controller = new AbortController()
    const result = Promise.resolve(before).then(() => work(controller.signal))
    const done = Promise.allSettled([result])
    const turn = { controller, done }
    this.#turns.set(uploadId, turn)
    this.#count += 1
    try {
      return await result
    } finally {
      this.#count -= 1
      if (this.#turns.get(uploadId) === turn) this.#turns.delete(uploadId)
    }
  }

  interrupt(uploadId: string, reason: Interruption) {
    this.#turns.get(uploadId)?.controller.abort(reason)
  }

  interruptAll(reason: Interruption) {
    for (const uploadId of this.#turns.keys()) this.interrupt(uploadId, reason)
  }
}

/** A process receives for one data folder, so it knows of every request there is. */
export const uploadLines = new UploadLines()
