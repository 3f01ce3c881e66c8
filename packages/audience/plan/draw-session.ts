import { Random } from '../random.ts'
import { brownOut, type Incident, isUnderWay } from '../world/incidents.ts'
import { badRelease, type PlayerSoftware, type Rendition } from '../world/players.ts'
import type { Title } from '../world/titles.ts'
import type { Viewer } from '../world/viewer.ts'
import type { Cdn, World } from '../world/world.ts'
import { drawSteps } from './draw-steps.ts'
import type { Leave, SessionPlan, Step } from './session-plan.ts'

export interface Conditions {
  world: World
  viewer: Viewer
  title: Title
  player: PlayerSoftware
  isBadRelease: boolean
  cdn: Cdn
  isBrownout: boolean
  isOriginDown: boolean
  bitsPerSecond: number
}

const brownoutShare = 0.12

const drawPlayer = (world: World, viewer: Viewer, random: Random): PlayerSoftware =>
  random.weighted(world.players.filter(({ kind }) => kind === viewer.device.kind))

/** The best rendition that the connection carries with a margin. */
const sustainable = (ladder: readonly Rendition[], bitsPerSecond: number): number =>
  Math.max(
    0,
    ladder.findLastIndex(({ bitrate }) => bitrate * 1.4 <= bitsPerSecond),
  )

const drawLeave = (world: World, random: Random): Leave => {
  const { crashShare, cachedShare } = world.habits
  const draw = random.fraction()
  if (draw < crashShare) return 'crash'
  return draw < crashShare + cachedShare ? 'cached' : 'viewend'
}

/** A viewer who leaves, or whose device fails, in the middle of a step. */
const interrupt = (steps: readonly Step[], random: Random): Step[] => {
  const last = random.whole(0, steps.length - 1)
  const step = steps[last]
  if (step === undefined || !stoppable.has(step.kind)) return [...steps]
  const before = steps.slice(0, last)
  if (step.kind !== 'ads') return [...before, step]
  const [ad] = step.ads
  if (ad === undefined || ad.fails !== 'never') return [...before, step]
  return [...before, { ...step, ads: [{ ...ad, fails: 'left while loading' }] }]
}

const stoppable: ReadonlySet<Step['kind']> = new Set(['startup', 'play', 'stall', 'pause', 'ads'])

/** What one viewer does from the moment the page is ready: the same seed gives the same session. */
export const drawSession = (
  world: World,
  viewer: Viewer,
  readyAt: number,
  random: Random,
  { extra = [], ids = random }: { extra?: readonly Incident[]; ids?: Random } = {},
): SessionPlan => {
  const incidents = [...world.incidentsAt(readyAt), ...extra]
  const title = random.weighted(world.titles)
  const player = drawPlayer(world, viewer, random)
  const isBadRelease =
    isUnderWay(incidents, 'bad_release', readyAt) && player.kind === 'web' && random.chance(0.6)
  const cdn = random.weighted(world.cdns)
  const isBrownout =
    isUnderWay(incidents, 'cdn_brownout', readyAt) &&
    cdn.name === brownOut.cdn &&
    brownOut.countries.includes(viewer.place.country)
  const bitsPerSecond = viewer.bitsPerSecond * cdn.quality * (isBrownout ? brownoutShare : 1)
  const conditions: Conditions = {
    world,
    viewer,
    title,
    player,
    isBadRelease,
    cdn,
    isBrownout,
    isOriginDown: isUnderWay(incidents, 'origin_failure', readyAt),
    bitsPerSecond,
  }
  const firstRendition = Math.max(0, sustainable(world.ladder, bitsPerSecond) - random.whole(0, 2))
  const leave = drawLeave(world, random)
  const course = drawSteps(conditions, firstRendition, random)
  const isInterrupted = leave === 'crash' || random.chance(world.habits.interruptedShare)
  const steps = isInterrupted ? interrupt(course, random) : course
  const isExperiment = random.chance(0.5)
  return {
    world,
    viewId: ids.uuid(),
    playerInstanceId: ids.uuid(),
    sessionId: ids.uuid(),
    viewer,
    title,
    player,
    playerVersion: isBadRelease ? badRelease : random.weighted(player.releases).version,
    cdn,
    ladder: world.ladder,
    firstRendition,
    isAutoplay: random.chance(world.habits.autoplayShare),
    pageType: player.name.endsWith('Embed') ? 'iframe' : 'watchpage',
    subProperty:
      world.subProperties.length > 0
        ? (world.subProperties[player.kind === 'web' ? 0 : 1] ?? null)
        : null,
    experiment: isExperiment ? random.pick(['player-buffer-30', 'player-buffer-60']) : null,
    readyAt,
    pageLoadMs: Math.round(random.skewed(900 + viewer.roundTripMs * 4, 0.4)),
    playerStartupMs: Math.round(random.skewed(240, 0.45)),
    idleMs: Math.round(random.skewed(500, 0.9)),
    steps,
    leave,
    liveLatencyMs:
      title.durationMs === null
        ? Math.min(40_000, Math.round(random.skewed(title.hosted?.latencyMs ?? 17_000, 0.35)))
        : null,
    requestLatencyMs: Math.round(
      (viewer.roundTripMs + random.between(6, 30)) * (isBrownout ? 6 : 1),
    ),
    requestBitsPerSecond: Math.round(Math.max(300_000, bitsPerSecond)),
  }
}
