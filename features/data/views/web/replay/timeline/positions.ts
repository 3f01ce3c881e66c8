import type { ReplayEvent } from './replay-event.ts'
import type { StateKind, StateSpan } from './states.ts'

/** A linear piece of the playhead position over time. */
export interface PositionPiece {
  from: number
  to: number
  start: number
  end: number
}

/** Without a position from the player, only the state "playing" advances. */
const advances = (kind: StateKind) => kind === 'playing'

const spanAt = (spans: readonly StateSpan[], at: number) =>
  spans.find(({ from, to }) => from <= at && at < to)

/** Between two events the position is interpolated; if it stood still or was moved, it jumps at the second event. */
export const positionPieces = (
  events: readonly ReplayEvent[],
  spans: readonly StateSpan[],
  endMs: number,
): PositionPiece[] => {
  const pieces: PositionPiece[] = []
  const sinceStart = events.filter(({ at }) => at >= 0)
  sinceStart.forEach((event, index) => {
    const next = sinceStart[index + 1]
    const to = next?.at ?? endMs
    if (to <= event.at) return
    const kind = spanAt(spans, event.at)?.kind
    const lasts = to - event.at
    const start = event.position
    const moved = next ? next.position - start : kind && advances(kind) ? lasts : 0
    // A failed player may still play its buffered media.
    const isRunning = kind !== 'seeking' && moved >= 0 && moved <= lasts * 2 + 300
    pieces.push({ from: event.at, to, start, end: isRunning ? start + moved : start })
  })
  return pieces
}

export const positionAt = (pieces: readonly PositionPiece[], at: number): number | undefined => {
  const piece = pieces.findLast(({ from }) => from <= at) ?? (at < 0 ? undefined : pieces[0])
  if (!piece) return undefined
  const share = Math.min(1, Math.max(0, (at - piece.from) / (piece.to - piece.from)))
  return piece.start + share * (piece.end - piece.start)
}
