import { finalAfterMs } from '../collector-options.ts'
import { SessionViews } from './session-views.ts'
import { type LiveView, measured, writtenAtOnceBytes } from './live-view.ts'

const completedMax = 2_000
/** A complete view larger than this is dropped, and loaded from the store if it continues. */
const completedBytesMax = 64 * 1024
const closedMax = 300_000

/**
 * The views in memory. Open ones are ordered by their last event, so that those silent for longest come first. Complete
 * ones are cached while there is space; of evicted ones only the key is kept until they are final.
 */
export class LiveViews {
  readonly open = new Map<string, LiveView>()
  readonly #completed = new Map<string, LiveView>()
  readonly #unwritten = new Set<LiveView>()
  readonly #sessions = new SessionViews()
  #lastToSample: LiveView[] = []
  readonly #closed = new Map<string, number>()
  /** Until this time, the first event of a view may belong to a view that was evicted. */
  #forgottenUntil = 0
  readonly #hold: (environmentId: string, bytes: number) => void

  /** `hold` receives the size of open views. */
  constructor(hold: (environmentId: string, bytes: number) => void = () => {}) {
    this.#hold = hold
  }

  get(key: string): LiveView | undefined {
    return this.open.get(key) ?? this.#completed.get(key)
  }

  /** The views in memory of the same session. */
  ofSession(view: LiveView): LiveView[] {
    return this.#sessions.of(view)
  }

  /** An event arrived: the view is open again and moves to the end of the order. */
  touch(view: LiveView, arrivedBytes: number) {
    this.#takeOut(view)
    this.#unwritten.delete(view)
    view.unmeasuredBytes += arrivedBytes
    // Measured again only when its size may have doubled, so the cost stays proportional to the received bytes.
    if (view.unmeasuredBytes > view.bytes) Object.assign(view, measured(view.state))
    this.#putIn(view)
  }

  /** Adds a view again that was loaded from the store. */
  restore(view: LiveView, isComplete: boolean) {
    this.#closed.delete(view.key)
    if (!isComplete) return this.#putIn(view)
    this.#completed.set(view.key, view)
    this.#sessions.add(view)
  }

  #putIn(view: LiveView) {
    this.open.set(view.key, view)
    this.#sessions.add(view)
    this.#hold(view.environmentId, view.bytes)
  }

  #takeOut(view: LiveView) {
    if (this.open.delete(view.key)) this.#hold(view.environmentId, -view.bytes)
    this.#completed.delete(view.key)
  }

  /** When the last event of an evicted view arrived. */
  closedAt(key: string): number | undefined {
    return this.#closed.get(key)
  }

  close(key: string, lastReceivedAt: number) {
    this.#closed.delete(key)
    this.#closed.set(key, lastReceivedAt)
    if (this.#closed.size <= closedMax) return
    const [oldest] = this.#closed
    if (!oldest) return
    this.#closed.delete(oldest[0])
    this.#forgottenUntil = Math.max(this.#forgottenUntil, oldest[1] + finalAfterMs)
  }

  mayHaveForgotten(now: number) {
    return now < this.#forgottenUntil
  }

  /**
   * Takes views that have been silent since then out of the open ones; each must come back with `written` or an event.
   */
  takeSilent(since: number, max: number, isReady: (view: LiveView) => boolean): LiveView[] {
    const silent: LiveView[] = []
    let bytes = 0
    for (const view of this.open.values()) {
      if (view.lastReceivedAt > since || silent.length >= max) break
      if (!isReady(view)) continue
      bytes += view.bytes
      if (bytes > writtenAtOnceBytes && silent.length > 0) break
      silent.push(view)
    }
    this.#complete(silent)
    return silent
  }

  /** Takes open views of an environment, those silent for longest first, as if they were complete: this frees memory. */
  takeOf(
    wanted: { environmentId: string; bytes: number },
    max: number,
    isReady: (view: LiveView) => boolean,
  ): LiveView[] {
    const taken: LiveView[] = []
    let left = Math.min(wanted.bytes, writtenAtOnceBytes)
    for (const view of this.open.values()) {
      if (taken.length >= max || left <= 0) break
      if (view.environmentId !== wanted.environmentId || !isReady(view)) continue
      left -= view.bytes
      taken.push(view)
    }
    this.#complete(taken)
    return taken
  }

  #complete(views: readonly LiveView[]) {
    for (const view of views) {
      this.#takeOut(view)
      this.#completed.set(view.key, view)
      this.#unwritten.add(view)
    }
    this.#lastToSample.push(...views)
  }

  /** Evicts a complete view; only its key is kept. */
  forget(view: LiveView) {
    if (this.#completed.get(view.key) === view && !this.#unwritten.has(view)) this.#close(view)
  }

  /** The open views, and those that became complete since the last call; a view that was both counts once. */
  takeToSample(): LiveView[] {
    const views = this.toSample()
    this.#lastToSample = []
    return views
  }

  /** The same views, without taking them. */
  toSample(): LiveView[] {
    return [...new Set([...this.#lastToSample, ...this.open.values()])]
  }

  written(view: LiveView) {
    this.#unwritten.delete(view)
    if (view.bytes > completedBytesMax && this.#completed.get(view.key) === view) this.#close(view)
    this.#evict()
  }

  /** Its environment was deleted. */
  drop(view: LiveView) {
    this.#takeOut(view)
    this.#unwritten.delete(view)
    this.#sessions.remove(view)
  }

  forgetFinal(now: number) {
    for (const [key, lastReceivedAt] of this.#closed) {
      if (lastReceivedAt + finalAfterMs > now) break
      this.#closed.delete(key)
    }
    for (const view of this.#completed.values()) {
      if (view.lastReceivedAt + finalAfterMs > now) break
      if (this.#unwritten.has(view)) continue
      this.#completed.delete(view.key)
      this.#sessions.remove(view)
    }
  }

  #evict() {
    for (const view of this.#completed.values()) {
      if (this.#completed.size <= completedMax) return
      if (this.#unwritten.has(view)) continue
      this.#close(view)
    }
  }

  #close(view: LiveView) {
    this.#completed.delete(view.key)
    this.#sessions.remove(view)
    this.close(view.key, view.lastReceivedAt)
  }
}
