import { followTopic, type FollowedTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { activityTopic } from '../../contract.ts'
import type { ActivityEvent } from './activity-event.ts'
import { pollFeed } from './activity-feed.ts'

export interface ActivityWatcher {
  environmentId: string
  /** All types if undefined. */
  types: readonly string[] | undefined
  onEvents: (events: readonly ActivityEvent[]) => void
  /** Events arrive from now on. Lists that were read before lack what happened in between: read them again. */
  onBegin: () => void
  /** Events are missing: read lists again. */
  onGap: () => void
}

/** A page that moves from one screen to the next keeps its place for this long. */
const lingerMs = 5_000
const knownMax = 1_000

/** What happens in an organization, over the socket or, without one, over HTTP; each event once. */
export class ActivityStream {
  readonly #organizationId: string
  readonly #onEnd: () => void
  readonly #watchers = new Set<ActivityWatcher>()
  /** Watchers that came before the first place. */
  readonly #behind = new Set<ActivityWatcher>()
  readonly #topic: FollowedTopic<typeof activityTopic>
  /** Everything before it has been handed out. */
  #place: string | undefined
  /** The newest ids: around a reconnect an event can arrive twice. */
  readonly #known = new Set<string>()
  #stopFeed: (() => void) | undefined
  #lingering: ReturnType<typeof setTimeout> | undefined
  readonly #stopSession: () => void

  constructor(organizationId: string, onEnd: () => void) {
    this.#stopSession = sessionStore.subscribe(() => {
      if (sessionStore.getState().session === null) this.#forget()
    })
    this.#organizationId = organizationId
    this.#onEnd = onEnd
    this.#topic = followTopic(
      activityTopic,
      { organizationId },
      {
        params: () => (this.#place === undefined ? {} : { after: this.#place }),
        onJoin: ({ place, gap, events }) => {
          this.#reach(place, gap)
          this.#hand(events)
        },
        onMessages: (messages) => {
          const events = messages.flatMap(({ event, payload }) =>
            event === 'new_event' ? [payload] : [],
          )
          this.#hand(events)
          const hasGap = messages.some(({ event }) => event === 'gap')
          this.#reach(events.at(-1)?.place ?? this.#place, hasGap)
        },
        onState: () => this.#chooseWay(),
      },
    )
  }

  add(watcher: ActivityWatcher) {
    clearTimeout(this.#lingering)
    this.#watchers.add(watcher)
    if (this.#place === undefined) this.#behind.add(watcher)
    this.#chooseWay()
  }

  remove(watcher: ActivityWatcher) {
    this.#watchers.delete(watcher)
    this.#behind.delete(watcher)
    if (this.#watchers.size > 0) return
    this.#chooseWay()
    this.#lingering = setTimeout(() => this.#end(), lingerMs)
  }

  /** The next person on this page begins from the start. */
  #forget() {
    this.#place = undefined
    this.#known.clear()
    for (const watcher of this.#watchers) this.#behind.add(watcher)
    if (this.#watchers.size === 0) this.#end()
  }

  #end() {
    clearTimeout(this.#lingering)
    this.#stopSession()
    this.#topic.stop()
    this.#onEnd()
  }

  #chooseWay() {
    const state = this.#topic.state()
    const isOverHttp = (state === 'away' || state === 'refused') && this.#watchers.size > 0
    if (isOverHttp)
      this.#stopFeed ??= pollFeed({
        organizationId: this.#organizationId,
        environmentIds: () => [...new Set([...this.#watchers].map((one) => one.environmentId))],
        place: () => this.#place,
        onRound: ({ events, place, hasGap }) => {
          this.#hand(events)
          this.#reach(place, hasGap)
        },
      })
    else {
      this.#stopFeed?.()
      this.#stopFeed = undefined
    }
  }

  #reach(place: string | undefined, hasGap: boolean) {
    this.#place = place
    const beginning = [...this.#behind]
    this.#behind.clear()
    for (const watcher of beginning) watcher.onBegin()
    if (!hasGap) return
    for (const watcher of this.#watchers) if (!beginning.includes(watcher)) watcher.onGap()
  }

  #hand(events: readonly ActivityEvent[]) {
    const fresh = events.filter(({ id }) => !this.#known.has(id))
    for (const { id } of fresh) this.#known.add(id)
    for (const id of this.#known) {
      if (this.#known.size <= knownMax) break
      this.#known.delete(id)
    }
    for (const watcher of this.#watchers) {
      const theirs = fresh.filter(
        ({ type, environment }) =>
          environment.id === watcher.environmentId && (watcher.types?.includes(type) ?? true),
      )
      if (theirs.length > 0) watcher.onEvents(theirs)
    }
  }
}
