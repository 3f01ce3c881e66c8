import { LongPoll, Socket } from 'phoenix'
import { apiOrigin } from '../calls/call.ts'
import { doubtConnection, noteResponse } from '../calls/connection.ts'
import { reloadSession } from '../session/session-loader.ts'
import type { SessionState } from '../session/session-machine.ts'
import { sessionStore } from '../session/session-store.ts'
import { ConnectionClock } from './connection-clock.ts'
import { openTopicOn } from './open-topic.ts'
import { flagOverrides } from './flag-overrides.ts'
import { reconnectWaitMs } from './reconnect-wait.ts'
import { carryTopics, dropTopics } from './wanted-topics.ts'

const heartbeatMs = 10_000
const fallBackAfterMs = 2_500
const reloadEveryMs = 30_000
const reloadEveryMaxMs = 480_000

/** RTCH-024 */
const tokenOf = ({ session }: SessionState) =>
  session && session.organizations.length > 0 ? session.token : undefined

const socketUrl = () => `${apiOrigin.value.replace(/^http/, 'ws')}/socket`

/** The one socket of the page: all topics share it. RTCH-019 */
class RealtimeSocket {
  readonly #socket: Socket
  readonly #clock = new ConnectionClock()
  #token: string | undefined
  /** A WebSocket has worked on this page, so its errors are not those of a network that blocks it. */
  #hasWorked = false
  #isLongPoll = false
  #fallBackTimer: ReturnType<typeof setTimeout> | undefined
  #isUnloading = false
  /** The server asks clients to wait before they come back from a planned stop. */
  #askedWaitMs: number | undefined
  #mayReloadAt = 0
  #reloadEveryMs = reloadEveryMs

  constructor() {
    this.#socket = new Socket(socketUrl(), {
      // The types of the client know only a text; it takes a function, too, and calls it for each connection.
      authToken: (() => this.#token) as unknown as string,
      params: flagOverrides,
      heartbeatIntervalMs: heartbeatMs,
      reconnectAfterMs: (tries) => this.#reconnectWaitMs(tries),
    })
    this.#socket.onOpen(() => this.#opened())
    this.#socket.onClose(() => this.#lost())
    this.#socket.onError(() => this.#failed())
    this.#socket.onMessage((message) => this.#take(message))
  }

  /** Opens, reopens or closes the socket with the session. RTCH-025, RTCH-026 */
  followSession() {
    const state = sessionStore.getState()
    const token = tokenOf(state)
    // The token of a stored session may be old.
    if (state.isLoading) return
    if (token === undefined) return this.stop()
    if (token === this.#token) return
    this.#token = token
    clearTimeout(this.#fallBackTimer)
    this.#socket.disconnect()
    this.#connect()
  }

  stop() {
    this.#token = undefined
    clearTimeout(this.#fallBackTimer)
    this.#socket.disconnect()
    dropTopics()
    this.#clock.ended()
  }

  setUnloading(isUnloading: boolean) {
    this.#isUnloading = isUnloading
  }

  /** A network that let no WebSocket through may do so by now: it is tried with each session. */
  #connect() {
    this.#clock.waits()
    if (this.#isLongPoll) this.#socket.replaceTransport(WebSocket)
    this.#isLongPoll = false
    this.#socket.connect()
    if (!this.#hasWorked) this.#fallBackTimer = setTimeout(() => this.#fallBack(), fallBackAfterMs)
    carryTopics((topic) => openTopicOn(this.#socket, topic, () => this.#reloadSession()))
  }

  /**
   * The client's own fallback would use long-poll for the rest of the page after any restart of the server, so
   * this one is used only until a WebSocket has worked.
   */
  #fallBack() {
    clearTimeout(this.#fallBackTimer)
    this.#isLongPoll = true
    this.#socket.replaceTransport(LongPoll)
    this.#socket.connect()
  }

  #opened() {
    this.#reloadEveryMs = reloadEveryMs
    this.#askedWaitMs = undefined
    this.#clock.opened()
    if (this.#isLongPoll || this.#hasWorked) return
    // Some proxies accept a WebSocket and let nothing through it.
    this.#socket.ping(() => {
      this.#hasWorked = true
      clearTimeout(this.#fallBackTimer)
    })
  }

  #lost() {
    if (this.#token === undefined) return
    this.#clock.waits()
    if (!this.#isUnloading) doubtConnection()
  }

  #failed() {
    if (this.#token === undefined) return
    this.#clock.waits()
    if (this.#isLongPoll || this.#hasWorked) this.#reloadSession()
    else this.#fallBack()
  }

  /** An expired session ends here as it does for calls. While errors go on it is asked for less and less. RTCH-028 */
  #reloadSession() {
    const now = Date.now()
    if (now < this.#mayReloadAt) return
    this.#mayReloadAt = now + this.#reloadEveryMs
    this.#reloadEveryMs = Math.min(this.#reloadEveryMs * 2, reloadEveryMaxMs)
    void reloadSession()
  }

  #take(message: object) {
    noteResponse()
    const { event, payload } = message as { event?: unknown; payload?: { ms?: unknown } }
    if (event === 'reconnect_after' && typeof payload?.ms === 'number')
      this.#askedWaitMs = payload.ms
  }

  #reconnectWaitMs(tries: number) {
    const asked = this.#askedWaitMs
    this.#askedWaitMs = undefined
    return asked ?? reconnectWaitMs(tries, { isUnloading: this.#isUnloading })
  }
}

/** Connects the page for as long as it is open; the returned function ends it. Call it once, after the first screen. */
export const startRealtime = () => {
  const socket = new RealtimeSocket()
  const follow = () => socket.followSession()
  const onHide = () => socket.setUnloading(true)
  const onShow = () => socket.setUnloading(false)
  globalThis.addEventListener('pagehide', onHide)
  globalThis.addEventListener('pageshow', onShow)
  const stopFollowing = sessionStore.subscribe(follow)
  follow()
  return () => {
    stopFollowing()
    globalThis.removeEventListener('pagehide', onHide)
    globalThis.removeEventListener('pageshow', onShow)
    socket.stop()
  }
}
