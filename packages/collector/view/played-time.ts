import type { ArrivedEvent } from '../player-event.ts'
import { positiveOf } from '../beacon/read-value.ts'

/** ADR 0019: playing time is playhead advance at normal speed and wall clock otherwise. */
export interface PlayedTime {
  /** Newest value of the player's wall clock counter, which runs on for a second into every stall. */
  wall: number | null
  /** Newest value of the player's playhead counter. */
  content: number | null
  /** Time played since the two were last compared. */
  openWall: number
  openContent: number
  hasOpenStall: boolean
  hasRateChanged: boolean
  settled: number
  /** The counters of the SDK stop although the video may continue: any error and a sleeping device stop them. */
  isStopped: boolean
  untracked: number
  playhead: number | null
  rebufferCount: number
  /** Time played but not yet counted when the newest event was sent. */
  lag: number
  /** Time since the player last reported its counter. */
  sinceReportMs: number
}

export const nothingPlayed = (): PlayedTime => ({
  wall: null,
  content: null,
  openWall: 0,
  openContent: 0,
  hasOpenStall: false,
  hasRateChanged: false,
  settled: 0,
  isStopped: false,
  untracked: 0,
  playhead: null,
  rebufferCount: 0,
  lag: 0,
  sinceReportMs: 0,
})

const comparedAfterMs = 5_000
const clockToleranceMs = 10
const greatestLagMs = 250

/** Playhead advance and wall clock of one stretch, and which of them is the time played. */
function playedOf(played: PlayedTime): number {
  const { openWall, openContent, hasOpenStall, hasRateChanged } = played
  if (played.content === null) return openWall
  if (hasRateChanged)
    return Math.abs(openContent - openWall) <= openWall * 0.02 + 100 ? openContent : openWall
  if (openContent > openWall * 1.05 + 250) return openWall
  if (!hasOpenStall && openContent < openWall * 0.9 - 300) return openWall
  return openContent
}

export const playedMs = (played: PlayedTime): number => played.settled + playedOf(played)

function settle(played: PlayedTime): void {
  played.settled += playedOf(played)
  played.openWall = 0
  played.openContent = 0
  played.hasOpenStall = false
}

const stops = new Set(['error', 'devicesleep', 'devicewake'])
const resumes = new Set(['play', 'playing', 'seeked', 'rebufferstart', 'adplay', 'adplaying'])

/** A player with counters reports them at every tick; within this time a counter may not have advanced yet. */
const tickMs = 1_000

/** Playhead advance in a step in which the player counted nothing. */
function untrackedMs(
  played: PlayedTime,
  event: ArrivedEvent,
  step: { ms: number; ownPlayedMs: number },
  wall: number | null,
): number {
  const playhead = positiveOf(event.fields.player_playhead_time)
  const before = played.playhead
  played.playhead = playhead ?? before
  const isStill = played.isStopped || (wall !== null && step.ownPlayedMs >= tickMs)
  // For a player without counters the order of its events gives the time played.
  const isCounted = wall === null && played.wall === null && step.ownPlayedMs > 0
  if (!isStill || isCounted || playhead === null || before === null || step.ms <= 0) return 0
  const advance = playhead - before
  return advance > 0 && advance <= step.ms * 1.1 + 300 ? Math.min(advance, step.ms) : 0
}

/** Adds the step from the previous event to this one; returns the wall clock time played in it. */
export const advancePlayed = (
  played: PlayedTime,
  event: ArrivedEvent,
  step: { ms: number; ownPlayedMs: number },
): number => {
  const wall = positiveOf(event.fields.view_playing_time_ms_cumulative)
  const content = positiveOf(event.fields.view_content_playback_time)
  const untracked = untrackedMs(played, event, step, wall)
  played.sinceReportMs += Math.max(0, step.ms)
  const isKnown = wall !== null || played.wall !== null
  const counted = Math.max(0, (wall ?? played.wall ?? 0) - (played.wall ?? 0))
  // A stall is dated back to its first moment: the counter that ran on until the player noticed is cut off there.
  const wallStep = isKnown
    ? Math.min(counted, played.sinceReportMs + played.lag + clockToleranceMs)
    : step.ownPlayedMs
  if (wall !== null) played.sinceReportMs = 0
  const isPlaying = step.ownPlayedMs > 0 || step.ms <= 0
  played.lag = isPlaying
    ? Math.min(Math.max(0, played.lag + step.ownPlayedMs - wallStep), greatestLagMs)
    : 0
  played.wall = wall ?? played.wall
  played.openWall += wallStep
  const isSilent = counted === 0
  if (content !== null) {
    const advance = Math.max(0, content - (played.content ?? 0))
    // Time already added as uncounted is not added twice.
    played.openContent += isSilent ? Math.max(0, advance - untracked) : advance
    played.content = content
  }
  const rebufferCount = positiveOf(event.fields.view_rebuffer_count) ?? played.rebufferCount
  if (event.name === 'rebufferstart' || rebufferCount > played.rebufferCount)
    played.hasOpenStall = true
  played.rebufferCount = rebufferCount
  if (event.name === 'ratechange') {
    settle(played)
    played.hasRateChanged = true
  } else if (played.openWall >= comparedAfterMs) settle(played)
  if (isSilent) played.untracked += untracked
  if (stops.has(event.name)) played.isStopped = true
  else if (!isSilent || resumes.has(event.name)) played.isStopped = false
  return wallStep + (isSilent ? untracked : 0)
}
