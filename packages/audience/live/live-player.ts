import type { FieldValue } from '@playhead/collector/player-event.ts'
import { writeBeacon } from '@playhead/collector/beacon/write-beacon.ts'
import type { SessionPlan } from '../plan/session-plan.ts'
import { beaconsOf } from '../player/beacons-of.ts'
import type { Beacon } from '../player/reporter.ts'
import type { BeaconSender } from './send-beacon.ts'

const eventsMax = 300
const retryMs = 10_000

export interface Counts {
  views: number
  beacons: number
  events: number
  failed_beacons: number
}

/** One active viewer: sends what is due, one request at a time, and resends what was not acknowledged. */
export class LivePlayer {
  readonly plan: SessionPlan
  readonly #beacons: Iterator<Beacon>
  readonly #sender: BeaconSender
  readonly #counts: Counts
  #next: Beacon | undefined
  #waiting: Record<string, FieldValue>[] = []
  #retryAt = 0
  #underWay: Promise<void> | undefined
  #isFirst = true

  constructor(
    plan: SessionPlan,
    environmentKey: string,
    sender: BeaconSender,
    counts: Counts,
    toldUntil = -Infinity,
  ) {
    this.plan = plan
    this.#beacons = beaconsOf(plan, environmentKey)
    this.#sender = sender
    this.#counts = counts
    this.#take()
    while (this.#next !== undefined && this.#next.at <= toldUntil) this.#take()
  }

  get isOver(): boolean {
    return this.#next === undefined && this.#waiting.length === 0 && this.#underWay === undefined
  }

  get settled(): Promise<void> {
    return this.#underWay ?? Promise.resolve()
  }

  #take(): void {
    const { done, value } = this.#beacons.next()
    this.#next = done === true ? undefined : value
  }

  tick(now: number): void {
    while (this.#next !== undefined && this.#next.at <= now) {
      this.#waiting.push(...this.#next.events)
      this.#take()
    }
    if (this.#waiting.length === 0 || this.#underWay !== undefined || now < this.#retryAt) return
    this.#underWay = this.#send(now).finally(() => (this.#underWay = undefined))
  }

  async #send(now: number): Promise<void> {
    const events = this.#waiting.slice(0, eventsMax)
    const { viewer } = this.plan
    const body = writeBeacon({
      transmittedAt: Math.round(now) + viewer.clockSkewMs,
      roundTripMs: this.#isFirst ? null : viewer.roundTripMs,
      events,
    })
    if (await this.#sender.send(body, viewer)) {
      this.#waiting = this.#waiting.slice(events.length)
      this.#counts.beacons += 1
      this.#counts.events += events.length
      this.#isFirst = false
    } else {
      this.#counts.failed_beacons += 1
      this.#retryAt = now + retryMs
    }
  }
}
