/** The reason why work on an upload is interrupted. */
export type Interruption = 'replaced' | 'ended' | 'stopping' | 'crowded'

interface Turn {
  arrival: number
  controller: AbortController
  done: Promise<unknown>
}

/**
 * One request at a time writes to an upload. A newer request takes over: the older one belongs to a
 * connection that its client has dropped, which the server may notice only minutes later.
 */
export class UploadLines {
  readonly #turns = new Map<string, Turn>()
  #arrivals = 0

  /** The look-up of the upload is asynchronous; this number keeps the order of arrival. */
  arrive = () => (this.#arrivals += 1)

  async take<Result>(
    uploadId: string,
    arrival: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ) {
    const controller = new AbortController()
    const before = this.#turns.get(uploadId)
    if (before && before.arrival > arrival) {
      controller.abort('replaced' satisfies Interruption)
      return work(controller.signal)
    }
    this.interrupt(uploadId, 'replaced')
    const result = Promise.resolve(before?.done).then(() => work(controller.signal))
    const done = Promise.allSettled([result])
    const turn = { arrival, controller, done }
    this.#turns.set(uploadId, turn)
    try {
      return await result
    } finally {
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

/** Only one process receives uploads for a data folder, so it sees every request. */
export const uploadLines = new UploadLines()
