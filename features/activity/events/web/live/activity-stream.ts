import { followTopic, type FollowedTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { activityTopic } from '../../contract.ts'
import type { ActivityCall, ActivityEvent } from './activity-event.ts'
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

export interface CallWatcher {
  environmentId: string
  onCalls: (calls: readonly ActivityCall[]) => void
  /** Calls arrive from now on. Lists that were read before may lack some: read the newest ones. */
  onMissed: () => void
  /** While calls do not arrive over the socket, ask for them over HTTP. */
  onLive: (isLive: boolean) => void
}

const itemsOf = (withCalls: boolean): ('new_event' | 'new_log')[] =>
  withCalls ? ['new_event', 'new_log'] : ['new_event']

/** A page that moves from one screen to the next keeps its place for this long. */
const lingerMs = 5_000
const knownMax = 1_000

/** What happens in an organization, over the socket or, without one, over HTTP; each event once. */
export class ActivityStream {
  readonly #organizationId: string
  readonly #onEnd: () => void
  readonly #watchers = new Set<ActivityWatcher>()
  readonly #callWatchers = new Set<CallWatcher>()
  /** The server sends calls over the current join. */
  #hasCalls = false
  #joinedWithCalls = false
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
        params: () => {
          this.#joinedWithCalls = this.#callWatchers.size > 0
          const watch = itemsOf(this.#joinedWithCalls)
          return this.#place === undefined ? { watch } : { after: this.#place, watch }
        },
        onJoin: ({ place, gap, events }) => {
          this.#setCalls(this.#joinedWithCalls)
          void this.#askForCalls()
          this.#reach(place, gap)
          this.#hand(events)
        },
        onMessages: (messages) => {
          const events = messages.flatMap(({ event, payload }) =>
            event === 'new_event' ? [payload] : [],
          )
          this.#hand(events)
          this.#handCalls(
            messages.flatMap(({ event, payload }) => (event === 'new_log' ? [payload] : [])),
          )
          const gaps = messages.flatMap(({ event, payload }) => (event === 'gap' ? [payload] : []))
          if (gaps.some(({ of }) => of !== 'new_event'))
            for (const watcher of this.#callWatchers) watcher.onMissed()
          this.#reach(
            events.at(-1)?.place ?? this.#place,
            gaps.some(({ of }) => of !== 'new_log'),
          )
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
    if (this.#watchers.size === 0) this.#chooseWay()
    this.#endSoon()
  }

  addCalls(watcher: CallWatcher) {
    clearTimeout(this.#lingering)
    this.#callWatchers.add(watcher)
    watcher.onLive(this.#hasCalls)
    if (this.#hasCalls) watcher.onMissed()
    void this.#askForCalls()
  }

  removeCalls(watcher: CallWatcher) {
    this.#callWatchers.delete(watcher)
    void this.#askForCalls()
    this.#endSoon()
  }

  get #isWatched() {
    return this.#watchers.size > 0 || this.#callWatchers.size > 0
  }

  #endSoon() {
    if (this.#isWatched) return
    clearTimeout(this.#lingering)
    this.#lingering = setTimeout(() => this.#end(), lingerMs)
  }

  /** Most pages want no calls, so that the server sends none to them. */
  async #askForCalls(): Promise<void> {
    const isWanted = this.#callWatchers.size > 0
    if (this.#topic.state() !== 'joined' || isWanted === this.#hasCalls) return
    const { status } = await this.#topic.push('watch', { items: itemsOf(isWanted) })
    if (status !== 'ok' || this.#topic.state() !== 'joined') return
    this.#setCalls(isWanted)
    return this.#askForCalls()
  }

  #setCalls(hasCalls: boolean) {
    this.#hasCalls = hasCalls
    for (const watcher of this.#callWatchers) {
      watcher.onLive(hasCalls)
      if (hasCalls) watcher.onMissed()
    }
  }

  #handCalls(calls: readonly ActivityCall[]) {
    for (const watcher of this.#callWatchers) {
      const theirs = calls.filter(({ environment }) => environment.id === watcher.environmentId)
      if (theirs.length > 0) watcher.onCalls(theirs)
    }
  }

  /** The next person on this page begins from the start. */
  #forget() {
    this.#place = undefined
    this.#known.clear()
    for (const watcher of this.#watchers) this.#behind.add(watcher)
    if (!this.#isWatched) this.#end()
  }

  #end() {
    clearTimeout(this.#lingering)
    this.#stopSession()
    this.#topic.stop()
    this.#onEnd()
  }

  #chooseWay() {
    const state = this.#topic.state()
    if (this.#hasCalls && (state === 'away' || state === 'refused')) this.#setCalls(false)
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
