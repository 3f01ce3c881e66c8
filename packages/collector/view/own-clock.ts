import { positiveOf } from '../beacon/read-value.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { isWatching, type Phase } from './phase.ts'

/** What the order of events says of time: for players that count nothing themselves, and for live samples. */
export interface OwnClock {
  watchMs: number
  playedMs: number
  rebufferMs: number
  seekMs: number
  rebuffers: number
  seeks: number
  /** Clock of the player when an unfinished seek began. */
  seekingSince: number | null
  /** Clock of the player at its newest report, and at its newest one of starving with how many stalls were known then. */
  reportedAt: number | null
  starvedAt: number | null
  starvedCount: number
}

export const stoppedClock = (): OwnClock => ({
  watchMs: 0,
  playedMs: 0,
  rebufferMs: 0,
  seekMs: 0,
  rebuffers: 0,
  seeks: 0,
  seekingSince: null,
  reportedAt: null,
  starvedAt: null,
  starvedCount: 0,
})

/** Milliseconds that a player starved since its report before: such players need not tell the state of a stall. */
export const starvedField = 'cmcd_starved_ms'

const longestStepMs = 3_600_000
/** A stall is dated back to its first moment. */
const greatestBackdateMs = 10_000

/** Returns what was played in the step; less than nothing when it tells that what went before was a stall. */
export function advanceClock(
  clock: OwnClock,
  phase: Phase,
  event: ArrivedEvent,
  stepMs: number,
): number {
  const least = event.name === 'rebufferstart' ? -greatestBackdateMs : 0
  const step = Math.min(Math.max(stepMs, least), longestStepMs)
  if (isWatching(phase)) clock.watchMs = Math.max(0, clock.watchMs + step)
  if (phase === 'rebuffering') clock.rebufferMs += Math.max(0, step)
  if (event.name === 'rebufferstart' && (phase === 'playing' || phase === 'seeking'))
    clock.rebuffers += 1
  countSeek(clock, event)
  const starvedMs = starvedOf(clock, phase, event)
  if (phase !== 'playing') return 0
  clock.playedMs = Math.max(0, clock.playedMs + step - starvedMs)
  return Math.max(0, step) - starvedMs
}

/** A whole report of starving tells that the stall of the one before went on. */
const starvedToleranceMs = 100

/** What was a stall since the report before and no state told of. One that a state told of is measured by it. */
function starvedOf(clock: OwnClock, phase: Phase, event: ArrivedEvent): number {
  if (event.name.startsWith('request')) return 0
  const { reportedAt, starvedAt } = clock
  const sinceMs = event.viewerTime - (reportedAt ?? event.viewerTime)
  clock.reportedAt = event.viewerTime
  const toldMs = positiveOf(event.fields[starvedField])
  if (toldMs === null) return 0
  const isKnown = phase !== 'playing' || sinceMs <= 0 || clock.rebuffers > clock.starvedCount
  const starvedMs = isKnown ? 0 : Math.min(toldMs, sinceMs)
  const goesOn = starvedAt === reportedAt && toldMs >= sinceMs - starvedToleranceMs
  if (!isKnown && !goesOn) clock.rebuffers += 1
  clock.rebufferMs += starvedMs
  clock.starvedCount = clock.rebuffers
  clock.starvedAt = event.viewerTime
  return starvedMs
}

function countSeek(clock: OwnClock, event: ArrivedEvent): void {
  if (event.name === 'seeking' && clock.seekingSince === null) {
    clock.seeks += 1
    clock.seekingSince = event.viewerTime
  }
  if (event.name !== 'seeked' || clock.seekingSince === null) return
  clock.seekMs += Math.max(0, event.viewerTime - clock.seekingSince)
  clock.seekingSince = null
}
