import { drawSession } from './plan/draw-session.ts'
import type { SessionPlan } from './plan/session-plan.ts'
import { Random } from './random.ts'
import type { Incident } from './world/incidents.ts'
import { activity, activityMax, activityOf } from './world/places.ts'
import { type Viewer, viewerOf } from './world/viewer.ts'
import type { World } from './world/world.ts'

/** Sessions are drawn slot by slot, each from a separate seed: any time range can be requested alone. */
export const slotMs = 600_000
const slotsPerDay = 144
const rememberedViewers = 20_000
/** Viewers who are asleep are drawn again, at most this often. */
const callsMax = 40

export class Audience {
  readonly world: World
  readonly seed: string
  readonly #viewers = new Map<number, Viewer>()
  #newest: { slot: number; sessions: SessionPlan[] } = { slot: -1, sessions: [] }

  constructor(world: World, seed: string) {
    this.world = world
    this.seed = seed
  }

  viewer(index: number): Viewer {
    const known = this.#viewers.get(index)
    if (known) return known
    const viewer = viewerOf(this.world, this.seed, index)
    if (this.#viewers.size < rememberedViewers) this.#viewers.set(index, viewer)
    return viewer
  }

  /** A viewer who is awake; some return often. */
  #drawViewer(at: number, random: Random): Viewer {
    for (let call = 0; ; call += 1) {
      const viewer = this.viewer(Math.floor(random.fraction() ** 1.6 * this.world.viewerCount))
      if (call >= callsMax || random.chance(activity(viewer.place, at) / activityMax)) return viewer
    }
  }

  /** One session of a numbered sequence; `run` gives its view another id than in earlier runs. */
  session(at: number, index: number, run: string, extra: readonly Incident[]): SessionPlan {
    const random = new Random(this.seed, 'session', index)
    const ids = new Random(this.seed, run, index)
    return drawSession(this.world, this.#drawViewer(at, random), at, random, { extra, ids })
  }

  #sessionOfSlot(at: number, index: number): SessionPlan {
    const random = new Random(this.seed, 'session', at, index)
    return drawSession(this.world, this.#drawViewer(at, random), at, random)
  }

  /** All sessions whose page was ready in the slot that begins at `slot` (a multiple of slotMs), in order. */
  sessionsOfSlot(slot: number): SessionPlan[] {
    if (this.#newest.slot === slot) return this.#newest.sessions
    const random = new Random(this.seed, 'slot', slot)
    const expected = (this.world.viewsPerDay / slotsPerDay) * activityOf(this.world.places, slot)
    const count = Math.floor(expected * random.between(0.85, 1.15) + random.fraction())
    const sessions = Array.from({ length: count }, () => slot + random.whole(0, slotMs - 1))
      .toSorted((a, b) => a - b)
      .map((at, index) => this.#sessionOfSlot(at, index))
    this.#newest = { slot, sessions }
    return sessions
  }
}

export const slotOf = (at: number): number => Math.floor(at / slotMs) * slotMs
