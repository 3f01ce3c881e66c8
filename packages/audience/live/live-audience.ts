import type { SessionPlan } from '../plan/session-plan.ts'
import { type Counts, LivePlayer } from './live-player.ts'
import type { BeaconSender } from './send-beacon.ts'

interface LiveAudienceOptions {
  environmentKey: string
  sender: BeaconSender
  /** Plans whose page is ready by now; polled repeatedly, and returns each plan once. */
  arrivals(now: number, watching: number): readonly SessionPlan[]
  /** Events before this time were sent by an earlier run of the same plans and are not sent again. */
  toldUntil?: number
  /** How much faster than real time the viewers' clocks run. */
  speed?: number
  now?: () => number
}

const tickMs = 250

/** Plays plans as they become due, until it is stopped. */
export class LiveAudience {
  readonly counts: Counts = { views: 0, beacons: 0, events: 0, failed_beacons: 0 }
  readonly #options: LiveAudienceOptions
  readonly #began: number
  readonly #real: () => number
  #players: LivePlayer[] = []
  #timer: NodeJS.Timeout

  constructor(options: LiveAudienceOptions) {
    this.#options = options
    this.#real = options.now ?? Date.now
    this.#began = this.#real()
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#tick()
  }

  /** The time on the viewers' clocks, if those were right. */
  now(): number {
    return this.#began + (this.#real() - this.#began) * (this.#options.speed ?? 1)
  }

  get watching(): number {
    return this.#players.length
  }

  #tick(): void {
    const now = this.now()
    for (const plan of this.#options.arrivals(now, this.#players.length)) {
      const { environmentKey, sender, toldUntil } = this.#options
      this.#players.push(new LivePlayer(plan, environmentKey, sender, this.counts, toldUntil))
      this.counts.views += 1
    }
    for (const player of this.#players) player.tick(now)
    this.#players = this.#players.filter((player) => !player.isOver)
  }

  /** Starts no new sessions and sends nothing more; requests in flight still arrive. */
  async stop(): Promise<Counts> {
    clearInterval(this.#timer)
    await Promise.all(this.#players.map((player) => player.settled))
    this.#options.sender.close()
    return this.counts
  }
}
