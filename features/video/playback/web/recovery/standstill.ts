/** What a player looks like at one moment. Times of the video in seconds. */
export interface Moment {
  /** Milliseconds of a clock that never goes back. */
  at: number
  position: number
  /** It is not paused, over, failed or in a page that is not seen. */
  isMeantToPlay: boolean
  isSeeking: boolean
  /** It waits for the network. */
  isLoading: boolean
  /** How much is buffered from the position on, without a hole. */
  ahead: number
}

/** A nudge helps a decoder that is stuck; else what lies there is loaded again, and skipped if that does not help. */
export type Remedy = 'nudge' | 'again'

/** With less data a player waits for the network. */
const enoughAhead = 1
/** The engine and the browser have remedies of their own, for which they take three seconds. */
const firstMs = 5_000
const nextMs = 3_000
/** A decoder may need long to come to a place that was sought. */
const seekMs = 12_000
/** Between looks that are so far apart the browser has throttled the page: nothing is known of that time. */
const looksApartMs = 2_500
/** A jump changes the position once. */
const looksOfPlayback = 3

/** Notices that a player stands still although it has all that it needs. Looks at it about twice a second. */
export class Standstill {
  #last: Moment | undefined
  #sinceMs = 0
  #moved = 0
  #tried: Remedy | undefined

  /** Takes how the player is now; returns what may help if it stands still. */
  look(now: Moment): Remedy | undefined {
    const last = this.#last
    this.#last = now
    const stands =
      last !== undefined &&
      last.position === now.position &&
      last.isSeeking === now.isSeeking &&
      now.at - last.at < looksApartMs &&
      now.isMeantToPlay &&
      (now.ahead >= enoughAhead || !now.isLoading)
    this.#moved = last && last.position < now.position && !now.isSeeking ? this.#moved + 1 : 0
    if (this.#moved >= looksOfPlayback) this.#tried = undefined
    if (!stands) this.#sinceMs = now.at
    if (now.at - this.#sinceMs < this.#patienceMs(now)) return undefined
    this.#sinceMs = now.at
    // Neither what is sought nor what is missing is reached by a nudge.
    const canNudge = !this.#tried && !now.isSeeking && now.ahead >= enoughAhead
    this.#tried = canNudge ? 'nudge' : 'again'
    return this.#tried
  }

  #patienceMs({ isSeeking }: Moment): number {
    if (this.#tried) return nextMs
    return isSeeking ? seekMs : firstMs
  }
}
