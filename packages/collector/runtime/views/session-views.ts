import type { LiveView } from './live-view.ts'

/** Viewers do not go back further than this many contents. */
const viewsMax = 50

const sessionOf = ({ environmentId, state }: LiveView) =>
  `${environmentId}/${state.playerInstanceId}`

/** The views in memory by session; a session may have several contents in sequence. */
export class SessionViews {
  readonly #sessions = new Map<string, Set<LiveView>>()
  /** The session at the time the view was added: a view rebuilt from stored events may have another one. */
  readonly #sessionsOfViews = new Map<LiveView, string>()

  add(view: LiveView) {
    if (view.state.source !== 'cmcd' || this.#sessionsOfViews.has(view)) return
    const key = sessionOf(view)
    const views = this.#sessions.get(key) ?? new Set()
    this.#sessions.set(key, views.add(view))
    this.#sessionsOfViews.set(view, key)
    const [oldest] = views
    if (oldest && views.size > viewsMax) this.remove(oldest)
  }

  remove(view: LiveView) {
    const key = this.#sessionsOfViews.get(view)
    if (key === undefined) return
    this.#sessionsOfViews.delete(view)
    const views = this.#sessions.get(key)
    views?.delete(view)
    if (views?.size === 0) this.#sessions.delete(key)
  }

  of(view: LiveView): LiveView[] {
    return [...(this.#sessions.get(sessionOf(view)) ?? [])]
  }
}
