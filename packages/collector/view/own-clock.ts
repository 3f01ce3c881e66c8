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
}

export const stoppedClock = (): OwnClock => ({
  watchMs: 0,
  playedMs: 0,
  rebufferMs: 0,
  seekMs: 0,
  rebuffers: 0,
  seeks: 0,
  seekingSince: null,
})

const longestStepMs = 3_600_000
/** A stall is dated back to its first moment. */
const greatestBackdateMs = 10_000

/** Returns what was played in the step. */
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
  if (phase !== 'playing') return 0
  clock.playedMs = Math.max(0, clock.playedMs + step)
  return Math.max(0, step)
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
