import { setInterval } from 'node:timers'
import { pushOf } from '../protocol/frame.ts'
import { type ChannelLimits, defaultLimits } from '../protocol/limits.ts'
import { Admission, type Owner, type Refusal } from './admission.ts'
import { ChannelSession } from './channel-session.ts'
import { type ChannelHost, closeCodes, type Transport } from './connection.ts'

/** What a client sent when it connected. */
export interface ConnectRequest {
  /** From the subprotocol or a header, or `?token=`. RTCH-020, RTCH-025 */
  token: string | undefined
  authorization: string | undefined
  origin: string | undefined
  host: string | undefined
  ip: string
  params: URLSearchParams
}

export type Authenticated<Caller> = { caller: Caller; owner: Owner } | { refused: Refusal }

interface ChannelServerOptions<Caller> {
  host: ChannelHost<Caller>
  authenticate: (request: ConnectRequest) => Promise<Authenticated<Caller>>
  limits?: Partial<ChannelLimits>
  clock?: { now(): number }
}

const lookEveryMs = 5_000
const version = '2.0.0'

/** The sockets of this process, over any transport. */
export class ChannelServer<Caller> {
  readonly limits: ChannelLimits
  readonly clock: { now(): number }
  readonly figures = { skipped: 0, dropped: 0, closes: new Map<string, number>() }
  readonly admission: Admission
  readonly #host: ChannelHost<Caller>
  readonly #authenticate: ChannelServerOptions<Caller>['authenticate']
  readonly #sessions = new Set<ChannelSession<Caller>>()
  readonly #looking: NodeJS.Timeout
  #isStopped = false

  constructor({ host, authenticate, limits, clock = Date }: ChannelServerOptions<Caller>) {
    this.limits = { ...defaultLimits, ...limits }
    this.clock = clock
    this.admission = new Admission(this.limits, clock)
    this.#host = host
    this.#authenticate = authenticate
    this.#looking = setInterval(() => this.closeDead(), lookEveryMs).unref()
  }

  get sessions(): ReadonlySet<ChannelSession<Caller>> {
    return this.#sessions
  }

  /** Identifies the caller and reserves a place; another `vsn` is refused. RTCH-012 */
  async admit(
    request: ConnectRequest,
  ): Promise<{ caller: Caller; release: () => void } | { refused: Refusal }> {
    if (this.#isStopped) return { refused: { status: 503, retryAfterSeconds: 1 } }
    if (request.params.get('vsn') !== version) return { refused: { status: 403 } }
    const early = this.admission.refusesNew()
    if (early) return { refused: early }
    const known = await this.#authenticate(request)
    if ('refused' in known) return known
    const admitted = this.admission.admit(known.owner)
    return typeof admitted === 'function'
      ? { caller: known.caller, release: admitted }
      : { refused: admitted }
  }

  /** Starts a session; call `end` once when its transport is gone. */
  begin(caller: Caller, transport: Transport, release: () => void) {
    const session = new ChannelSession(caller, transport, this.#host, this.limits, this)
    this.#sessions.add(session)
    const end = (reason: string) => {
      if (!this.#sessions.delete(session)) return
      this.figures.closes.set(reason, (this.figures.closes.get(reason) ?? 0) + 1)
      session.ended()
      release()
    }
    return { session, end }
  }

  closeDead() {
    for (const session of this.#sessions) session.closeIfDead()
  }

  /** Clients reconnect spread over five seconds instead of all at once. RTCH-018 */
  stop(spreadMs = 5_000, random: () => number = Math.random) {
    if (this.#isStopped) return
    this.#isStopped = true
    clearInterval(this.#looking)
    for (const session of this.#sessions) {
      if (session.topics.includes('system'))
        session.outbox.send(
          pushOf('system', 'reconnect_after', { ms: Math.round(random() * spreadMs) }),
        )
      session.close(closeCodes.restart, 'restart')
    }
  }
}
