import { randomUUID } from 'node:crypto'
import { Audience } from '@playhead/audience/audience.ts'
import { LiveAudience } from '@playhead/audience/live/live-audience.ts'
import { beaconSender } from '@playhead/audience/live/send-beacon.ts'
import type { IncidentKind } from '@playhead/audience/world/incidents.ts'
import { northlight } from '@playhead/audience/world/world.ts'

interface SimulationOptions {
  to: string
  environmentKey: string
  viewers: number
  speed: number
  seed: string
  incident: IncidentKind | undefined
  durationMs: number
  /** The collector is in this program, which trusts the location of its own simulated viewers. */
  isOurs: boolean
}

const calm = { ...northlight, incidentsAt: () => [] }
/** The first viewers arrive spread over this time, so that not all start in the same second. */
const arrivalMs = 20_000

/** A simulated audience: this many viewers at any time, until its duration has passed or it is stopped. */
export class Simulation {
  readonly id = randomUUID()
  readonly options: SimulationOptions
  readonly finished: Promise<void>
  readonly #live: LiveAudience
  readonly #beganAt = Date.now()
  #finish = () => {}
  #stopping: Promise<void> | undefined
  #endedAt: number | undefined

  constructor(options: SimulationOptions) {
    this.options = options
    this.finished = new Promise((resolve) => (this.#finish = resolve))
    const audience = new Audience(calm, options.seed)
    const began = this.#beganAt
    const { viewers, speed, incident } = options
    let arrived = 0
    this.#live = new LiveAudience({
      environmentKey: options.environmentKey,
      speed,
      sender: beaconSender(options.to, { isOurs: options.isOurs }),
      arrivals: (now, watching) => {
        const room = Math.ceil(viewers * Math.min(1, (now - began + 1) / arrivalMs)) - watching
        const incidents = incident ? [{ kind: incident, from: began, to: Infinity }] : []
        return Array.from({ length: Math.max(0, room) }, () =>
          audience.session(Math.round(now), (arrived += 1), this.id, incidents),
        )
      },
    })
    const timer = setTimeout(() => void this.stop(), options.durationMs)
    void this.finished.then(() => clearTimeout(timer))
  }

  get isRunning() {
    return this.#endedAt === undefined
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  async #end(): Promise<void> {
    await this.#live.stop()
    this.#endedAt = Date.now()
    this.#finish()
  }

  describe() {
    return {
      id: this.id,
      to: this.options.to,
      seed: this.options.seed,
      seconds: Math.round(((this.#endedAt ?? Date.now()) - this.#beganAt) / 1_000),
      watching: this.isRunning ? this.#live.watching : 0,
      ...this.#live.counts,
    }
  }
}
