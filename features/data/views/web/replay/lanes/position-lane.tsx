import { memo } from 'react'
import { formatLength } from '@playhead/domain/format.ts'
import { Lane } from './lane.tsx'
import { positionAt, type PositionPiece } from '../timeline/positions.ts'
import type { Replay, TimeWindow } from '../timeline/replay.ts'
import { percentAt } from './track-position.ts'

const width = 1_000
const height = 60
const edge = 3

/** Covers only the visible part, so that zooming in shows more detail. */
const rangeOf = (pieces: readonly PositionPiece[], window: TimeWindow) => {
  const all = pieces
    .filter(({ from, to }) => from <= window.to && to >= window.from)
    .flatMap(({ from, to }) =>
      [Math.max(from, window.from), Math.min(to, window.to)].map(
        (at) => positionAt(pieces, at) ?? 0,
      ),
    )
  return all.length > 0
    ? { least: Math.min(...all), most: Math.max(...all) }
    : { least: 0, most: 0 }
}

/** One path for continuous playback, and a separate one for jumps. */
const pathsOf = ({ positions }: Replay, window: TimeWindow) => {
  const { least, most } = rangeOf(positions, window)
  const x = (ms: number) => ((percentAt(window, ms) / 100) * width).toFixed(2)
  const y = (position: number) =>
    (height - edge - ((position - least) / (most - least || 1)) * (height - 2 * edge)).toFixed(2)
  let line = ''
  let jumps = ''
  positions.forEach(({ from, to, start, end }, index) => {
    const before = positions[index - 1]
    if (before && before.end !== start) jumps += `M${x(from)} ${y(before.end)}V${y(start)}`
    line += `M${x(from)} ${y(start)}L${x(to)} ${y(end)}`
  })
  return { line, jumps }
}

/** The position of the playhead in the video over time. */
export const PositionLane = memo(({ replay, window }: { replay: Replay; window: TimeWindow }) => {
  if (replay.positions.length === 0) return null
  const { least, most } = rangeOf(replay.positions, window)
  const { line, jumps } = pathsOf(replay, window)
  return (
    <Lane
      label="Position"
      detail={`${formatLength(least, 0)} – ${formatLength(most, 0)}`}
      height={height}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 h-full w-full"
      >
        <path
          d={jumps}
          fill="none"
          stroke="var(--ink-3)"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={line}
          fill="none"
          stroke="var(--series-2)"
          strokeWidth={2}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Lane>
  )
})
