import { awayAfterMs, realtimeState, reconnectingAfterMs } from './realtime-state.ts'

/** Sets the state of the page's connection: a short interruption is not worth showing. */
export class ConnectionClock {
  #timers: ReturnType<typeof setTimeout>[] = []

  #clear() {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
  }

  opened() {
    this.#clear()
    realtimeState.set('connected')
  }

  /** The socket is not open, and tries to be. Calls during an interruption do not prolong it. */
  waits() {
    if (this.#timers.length > 0) return
    if (realtimeState.get() === 'away') realtimeState.set('connecting')
    this.#timers = [
      setTimeout(() => {
        if (realtimeState.get() === 'connected') realtimeState.set('reconnecting')
      }, reconnectingAfterMs),
      setTimeout(() => realtimeState.set('away'), awayAfterMs),
    ]
  }

  /** The socket is closed on purpose. */
  ended() {
    this.#clear()
    realtimeState.set('away')
  }
}
