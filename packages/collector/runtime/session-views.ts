import type { LiveView } from './live-view.ts'

/** Nobody goes back further than this many contents. */
const viewsMax = 50

const sessionOf = ({ environmentId, state }: LiveView) =>
  `${environmentId}/${state.playerInstanceId}`

/** The views in memory by the session that they belong to, where a session may have several contents one after the other. */
export class SessionViews {
  readonly #sessions = new Map<string, Set<LiveView>>()

  add(view: LiveView) {
    if (view.state.source !== 'cmcd') return
    const key = sessionOf(view)
    const views = this.#sessions.get(key) ?? new Set()
    this.#sessions.set(key, views.add(view))
    const [oldest] = views
    if (oldest && views.size > viewsMax) views.delete(oldest)
  }

  remove(view: LiveView) {
    if (view.state.source !== 'cmcd') return
    const key = sessionOf(view)
    const views = this.#sessions.get(key)
    views?.delete(view)
    if (views?.size === 0) this.#sessions.delete(key)
  }

  of(view: LiveView): LiveView[] {
    return [...(this.#sessions.get(sessionOf(view)) ?? [])]
  }
}
