import type { Random } from '../random.ts'
import type { Conditions } from './draw-session.ts'
import { drawAds } from './draw-ads.ts'
import type { PlayerError, Step } from './session-plan.ts'

const minuteMs = 60_000
const stayMaxMs = 120 * minuteMs
/** After this much stalling a player aborts, and so do simulated viewers. */
const stallsMaxMs = 240_000
/** Two steps are at least a second apart. */
const breathMs = 1_100

const fatal = (code: string, message: string, context: string | null = null): PlayerError => ({
  code,
  message,
  context,
  severity: 'fatal',
  isBusinessException: false,
})

const originError = fatal('networkError', 'manifestLoadError', 'response: { code: 503 }')
const releaseError = fatal('mediaError', 'bufferAppendError', 'parent: main')
const everydayErrors = [
  fatal('networkError', 'fragLoadError', 'response: { code: 404 }'),
  fatal('mediaError', 'bufferStalledError'),
  fatal('4', 'MEDIA_ERR_SRC_NOT_SUPPORTED'),
  fatal('keySystemError', 'keySystemLicenseRequestFailed'),
] as const
/** These mostly end a playback that has begun; others never let one begin. */
const midPlayErrors: ReadonlySet<PlayerError> = new Set([
  releaseError,
  everydayErrors[0],
  everydayErrors[1],
])
const businessError: PlayerError = {
  code: '451',
  message: 'Not available in your region',
  context: null,
  severity: 'fatal',
  isBusinessException: true,
}
const warning: PlayerError = {
  code: '210',
  message: 'Captions could not be loaded',
  context: null,
  severity: 'warning',
  isBusinessException: false,
}

const startupMs = (
  { viewer, cdn, isBrownout, isBadRelease, player }: Conditions,
  random: Random,
): number => {
  const kind = player.kind === 'tv' ? 1.6 : 1
  const trouble = (isBrownout ? 4 : 1) * (isBadRelease ? 1.5 : 1)
  const usual = (420 + viewer.roundTripMs * 7) / cdn.quality ** 2 / viewer.place.quality
  return Math.round(Math.min(60_000, random.skewed(usual * kind * trouble, 0.5)))
}

const drawFailure = (
  { world, isOriginDown, isBadRelease, viewer }: Conditions,
  random: Random,
): PlayerError | null => {
  if (isOriginDown && random.chance(0.45)) return originError
  if (isBadRelease && random.chance(0.24)) return releaseError
  if (!random.chance(world.habits.failureShare)) return null
  return viewer.place.country === 'BR' && random.chance(0.4)
    ? businessError
    : random.pick(everydayErrors)
}

const linger = (random: Random): Step => ({ kind: 'linger', ms: random.whole(800, 6_000) })

export const drawSteps = (
  conditions: Conditions,
  firstRendition: number,
  random: Random,
): Step[] => {
  const { world, isBrownout } = conditions
  const startup = startupMs(conditions, random)
  const failure = drawFailure(conditions, random)
  const patienceMs = random.skewed(isBrownout ? 9_000 : 14_000, 0.6)
  if (random.chance(world.habits.impatientShare) || startup > patienceMs) {
    return [
      { kind: 'startup', ms: Math.round(Math.min(startup, patienceMs) * random.between(0.3, 1)) },
    ]
  }
  const failsAtStart = failure !== null && (!midPlayErrors.has(failure) || random.chance(0.3))
  if (failsAtStart) {
    return [
      { kind: 'startup', ms: Math.round(startup / 2) },
      { kind: 'error', error: failure },
      linger(random),
    ]
  }
  const steps: Step[] = []
  const hasAds = random.chance(world.adShare)
  if (hasAds) steps.push(drawAds('preroll', random))
  steps.push({ kind: 'startup', ms: startup })
  const stayMs = drawStay(conditions, random)
  steps.push(...drawCourse(conditions, firstRendition, stayMs, hasAds, random))
  if (failure !== null) {
    while (steps.at(-1)?.kind !== 'play') steps.pop()
    return [...steps, { kind: 'error', error: failure }, linger(random)]
  }
  return steps
}

const drawStay = ({ world, title, isBrownout }: Conditions, random: Random): number => {
  const ms = random.skewed(title.stayMs * world.habits.stay, 0.9) * (isBrownout ? 0.5 : 1)
  return Math.min(ms, stayMaxMs)
}

/** Few players can switch to another CDN: the views of all others stay with the failed one. */
const switchingShare = 0.06

/** From the first frame until the viewer leaves or the video ends. */
const drawCourse = (
  { world, title, viewer, player, cdn, isBrownout }: Conditions,
  firstRendition: number,
  stayMs: number,
  hasAds: boolean,
  random: Random,
): Step[] => {
  const { habits, ladder } = world
  const steps: Step[] = []
  const trouble = (isBrownout ? 22 : 1) / viewer.place.quality ** 3 / cdn.quality
  const rates = [
    { kind: 'pause', weight: habits.pausesPerMinute },
    { kind: 'seek', weight: title.durationMs === null ? 0 : habits.seeksPerMinute },
    { kind: 'switch', weight: habits.switchesPerMinute },
    { kind: 'stall', weight: habits.stallsPerMinute * trouble },
  ] as const
  const perMinute = rates.reduce((sum, { weight }) => sum + weight, 0)
  const duration = title.durationMs ?? Infinity
  let [playhead, played, stalled, rendition] = [0, 0, 0, firstRendition]
  let midrollAt = hasAds ? random.between(2, 9) * minuteMs : Infinity
  let fullscreenAt = random.chance(habits.fullscreenShare)
    ? random.between(3_000, 60_000)
    : Infinity
  let willChangeCdn = isBrownout && random.chance(switchingShare)
  let willWarn = random.chance(habits.warningShare)
  const play = (ms: number): void => {
    steps.push({ kind: 'play', ms })
    playhead += ms
    played += ms
  }
  // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- play() below moves it on
  while (played < stayMs) {
    const wait = breathMs + random.skewed((0.7 * minuteMs) / perMinute, 0.8)
    const next = Math.min(wait, stayMs - played, midrollAt - played, fullscreenAt - played)
    const ms = Math.max(breathMs, Math.round(next))
    if (playhead + ms >= duration) {
      play(duration - playhead)
      return [...steps, { kind: 'ended' }, linger(random)]
    }
    play(ms)
    if (played >= midrollAt) {
      steps.push(drawAds('midroll', random), { kind: 'startup', ms: random.whole(40, 400) })
      midrollAt = Infinity
    } else if (played >= fullscreenAt) {
      steps.push({ kind: 'mode', mode: 'fullscreen' })
      fullscreenAt = Infinity
    } else if (played < stayMs) {
      const { kind } = random.weighted(rates)
      if (kind === 'switch') {
        rendition = drawRendition(rendition, ladder.length, isBrownout, random)
        steps.push({ kind: 'rendition', index: rendition })
      } else if (kind === 'stall') {
        const ms = 1_000 + Math.round(random.skewed(isBrownout ? 4_500 : 1_300, 0.7))
        if (stalled + ms > stallsMaxMs) return steps
        stalled += ms
        if (willWarn) steps.push({ kind: 'error', error: warning })
        willWarn = false
        steps.push({
          kind: 'stall',
          ms,
          requestFails: player.reportsRequests && random.chance(0.4),
        })
        if (willChangeCdn && world.cdns[1]) {
          steps.push({ kind: 'cdn', name: world.cdns[1].name })
          willChangeCdn = false
        }
      } else if (kind === 'seek') {
        const to = drawTarget(playhead, duration, random)
        steps.push({ kind: 'seek', ms: Math.round(random.skewed(380, 0.6)) + 60, to })
        playhead = to
      } else {
        const ms = 3_000 + Math.round(random.skewed(25_000, 1))
        const to =
          duration < Infinity && random.chance(0.2) ? drawTarget(playhead, duration, random) : null
        if (willWarn) steps.push({ kind: 'error', error: warning })
        willWarn = false
        steps.push({ kind: 'pause', ms, to, seekMs: to === null ? 0 : random.whole(60, 900) })
        playhead = to ?? playhead
      }
    }
  }
  return steps
}

const drawRendition = (
  current: number,
  count: number,
  isBrownout: boolean,
  random: Random,
): number => {
  const goesUp = current === 0 || (current < count - 1 && random.chance(isBrownout ? 0.2 : 0.68))
  return goesUp ? current + 1 : current - 1
}

/** A seek target a noticeable distance away, with some content left after it. */
const drawTarget = (playhead: number, duration: number, random: Random): number => {
  const reach = Math.max(20_000, duration - 15_000)
  const ahead = playhead + random.whole(8_000, 300_000)
  if (random.chance(0.65) && ahead < reach) return ahead
  return Math.max(0, playhead - random.whole(8_000, 120_000))
}
