import { setTimeout as pause } from 'node:timers/promises'
import { aBeacon, TestSession } from '@playhead/collector/runtime/testing-collector.ts'

/** Sent and acknowledged beacons, over all programs that received them. */
export interface BeaconCounts {
  acknowledged: Set<string>
  sent: Set<string>
  acknowledgedEvents: number
  unansweredEvents: number
}

export const noBeacons = (): BeaconCounts => ({
  acknowledged: new Set(),
  sent: new Set(),
  acknowledgedEvents: 0,
  unansweredEvents: 0,
})

/** Sends as the SDK does: unanswered events are resent with later ones, even to the next program. */
export class CrashPlayer {
  #session: TestSession
  #queue: Record<string, string | number>[] = []
  readonly #counts: BeaconCounts

  constructor(
    readonly environment: { key: string },
    counts: BeaconCounts,
  ) {
    this.#session = new TestSession(environment, Date.now())
    this.#counts = counts
  }

  /** Until the program has ended. */
  async playUntilGone(url: string) {
    while (await this.#send(url));
  }

  /** Continues through restarts of the program until the signal aborts. */
  async playUntil(url: string, over: AbortSignal) {
    while (!over.aborted) if (!(await this.#send(url))) await pause(20)
  }

  /** False when there was no response. */
  async #send(url: string) {
    this.#watch()
    const counts = this.#counts
    const body = aBeacon(this.#queue, Date.now())
    const ids = this.#queue.map((event) => `${event.view_id} ${event.view_sequence_number}`)
    for (const id of ids) counts.sent.add(id)
    try {
      // A page that unloads sends everything twice.
      const times = Math.random() < 0.2 ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        const answer = await fetch(url, { method: 'POST', body })
        if (answer.status !== 200) throw new Error(`A beacon was answered ${answer.status}.`)
        for (const id of ids) counts.acknowledged.add(id)
        counts.acknowledgedEvents += ids.length
      }
      this.#queue = []
      return true
    } catch {
      counts.unansweredEvents += ids.length
      return false
    }
  }

  #watch() {
    const now = Date.now()
    if (Math.random() < 0.2) {
      this.#queue.push(this.#session.event('viewend', now))
      this.#session = new TestSession(this.environment, now)
      this.#queue.push(...this.#session.start())
    } else this.#queue.push(this.#session.event(Math.random() < 0.5 ? 'hb' : 'ratechange', now))
  }
}
