import { setTimeout as pause } from 'node:timers/promises'
import { aBeacon, TestSession } from '@playhead/collector/runtime/testing-collector.ts'
import type { OneOfMany } from './many-assets.sql.ts'

const breathMs = 12

type Event = ReturnType<TestSession['event']>

/** Viewers who each take a video that nobody else takes, and watch one segment of it. */
export class MeteredViewers {
  /** When a segment had arrived, by asset. */
  readonly arrived = new Map<string, number>()
  /** Assets whose segment was asked for. */
  readonly asked = new Set<string>()
  /** Views whose beginning was acknowledged, by asset. */
  readonly views = new Set<string>()
  readonly wrong: string[] = []
  /** A player sends again what was not acknowledged. */
  #unsent: Event[][] = []
  readonly #environment: { key: string }
  readonly #next: () => OneOfMany | undefined

  constructor(environment: { key: string }, next: () => OneOfMany | undefined) {
    this.#environment = environment
    this.#next = next
  }

  async #send(url: string, events: Event[]) {
    const answer = await fetch(url, { method: 'POST', body: aBeacon(events, Date.now()) })
    if (answer.status !== 200) throw new Error(`A beacon was answered ${answer.status}.`)
  }

  async sendUnsent(url: string) {
    for (let events = this.#unsent.pop(); events; events = this.#unsent.pop())
      try {
        await this.#send(url, events)
      } catch (error) {
        this.#unsent.push(events)
        throw error
      }
  }

  async #watch(url: string, segment: string, { id, playback_id: playbackId }: OneOfMany) {
    const session = new TestSession(this.#environment, Date.now())
    const events = [
      ...session.start().map((event) => ({ ...event, asset_id: id })),
      session.event('viewend', Date.now() + 500, { asset_id: id }),
    ]
    this.#unsent.push(events)
    this.views.add(id)
    this.asked.add(id)
    const answer = await fetch(`${url}/${playbackId}/${segment}`)
    if (answer.status !== 200) this.wrong.push(`A segment was answered ${answer.status}.`)
    await answer.arrayBuffer()
    this.arrived.set(id, Date.now())
    await this.#send(url, events)
    this.#unsent = this.#unsent.filter((one) => one !== events)
  }

  /** Until the program has ended. */
  async watchUntilGone(url: string, segment: string) {
    try {
      await this.sendUnsent(url)
      for (let asset = this.#next(); asset; asset = this.#next()) {
        await this.#watch(url, segment, asset)
        await pause(breathMs)
      }
    } catch {
      // The program was killed: what was not acknowledged is sent to the next one.
    }
  }
}
