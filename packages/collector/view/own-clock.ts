import { positiveOf } from '../beacon/read-value.ts'
import type { ArrivedEvent } from '../player-event.ts'
import { isWatching, type Phase } from './phase.ts'

/** Time derived from the order of events: for players without counters, and for live samples. */
export interface OwnClock {
  watchMs: number
  playedMs: number
  rebufferMs: number
  seekMs: number
  rebuffers: number
  seeks: number
  /** Player clock at the start of an unfinished seek. */
  seekingSince: number | null
  /** Player clock at its newest report, and at its newest report of starvation with the stall count at that time. */
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

/** Milliseconds that a player starved since its previous report: such players need not report the stalled state. */
export const starvedField = 'cmcd_starved_ms'

const longestStepMs = 3_600_000
/** A stall is dated back to its first moment. */
const greatestBackdateMs = 10_000

/** Returns the time played in the step; negative when the event shows that earlier time was a stall. */
export const advanceClock = (
  clock: OwnClock,
  phase: Phase,
  event: ArrivedEvent,
  stepMs: number,
): number => {
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

/** Starvation over the whole time since the last report continues the stall of that report. */
const starvedToleranceMs = 100

/** Stall time since the last report that no state reported. A stall with a state is measured by that state. */
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
