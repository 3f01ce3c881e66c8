import { drawSession } from '@playhead/audience/plan/draw-session.ts'
import { Random } from '@playhead/audience/random.ts'
import { viewerOf } from '@playhead/audience/world/viewer.ts'
import type { World } from '@playhead/audience/world/world.ts'
import { wildWorld } from '../model/wild-world.ts'
import { cmcdSession } from './cmcd-session.ts'
import type { Session } from './reports.ts'
import { sdkSession } from './sdk-session.ts'

export const protocols = ['sdk', 'cmcd'] as const
export type Protocol = (typeof protocols)[number]

/** Seeds that share a time range. */
export const seedsOfBlock = 20
/** Viewers of a block arrive during this time; the last one has left before the block ends. */
const arrivalsMs = 40 * 60_000
export const blockMs = 80 * 60_000

const worldOf = (random: Random): World => ({
  ...wildWorld,
  adShare: random.pick([0, 0.3, 0.7]),
  viewerCount: random.whole(10, 400),
  titles: wildWorld.titles.map((title) => ({ ...title, stayMs: random.whole(20_000, 180_000) })),
  habits: {
    ...wildWorld.habits,
    impatientShare: random.pick([0, 0.1, 0.3]),
    failureShare: random.pick([0, 0.15, 0.4]),
    stallsPerMinute: random.pick([0, 0.5, 2]),
    crashShare: random.pick([0, 0.2]),
  },
})

/** All sessions of one seed: the same viewers and behaviour, whatever protocol their players use. */
export const sessionsOf = (
  seed: number,
  protocol: Protocol,
  environmentKey: string,
  blockStartsAt: number,
): Session[] => {
  const random = new Random('recomputation', seed)
  const world = worldOf(random)
  // Some audiences arrive all at once.
  const reach = random.pick([arrivalsMs, arrivalsMs / 20])
  const from = blockStartsAt + random.whole(0, arrivalsMs - reach)
  const count = random.whole(12, 32)
  return Array.from({ length: count }, (_, index) => {
    const own = new Random('recomputation', seed, index)
    const viewer = viewerOf(world, `recomputation ${seed}`, own.whole(0, world.viewerCount - 1))
    const plan = drawSession(world, viewer, from + own.whole(0, reach), own)
    const play = protocol === 'sdk' ? sdkSession : cmcdSession
    return play(plan, environmentKey, own)
  })
}
