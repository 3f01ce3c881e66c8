import { memo } from 'react'
import { Lane } from './lane.tsx'
import { measuredLength } from '../measured-length.ts'
import type { Replay, TimeWindow } from '../timeline/replay.ts'
import { stateLooks } from './state-look.ts'
import { type StateKind, stateLabels, type StateSpan } from '../timeline/states.ts'
import { placeOf } from './track-position.ts'

/** In percent: wide enough for the longest name. */
const namedShare = 11
const patternShare = 1.5

interface SpanBoxProps {
  span: StateSpan
  window: TimeWindow
  text: string
}

const SpanBox = ({ span, window, text }: SpanBoxProps) => {
  const place = placeOf(window, span)
  if (!place) return null
  const { style, colour, isPlain } = stateLooks[span.kind]
  const look = place.share < patternShare ? { background: colour } : style
  return (
    <div
      className="absolute inset-y-0 flex min-w-[3px] items-center overflow-hidden text-xs"
      style={{ ...look, left: place.left, width: place.width }}
    >
      {place.share >= namedShare && (
        <span
          className={
            isPlain ? 'truncate px-1' : 'mx-1 truncate rounded-sm bg-surface px-1 text-ink'
          }
        >
          {text}
        </span>
      )}
    </div>
  )
}

interface LaneOfReplay {
  replay: Replay
  window: TimeWindow
}

export const StateLane = memo(({ replay, window }: LaneOfReplay) => (
  <Lane label="Player" height={26}>
    {replay.states.map((span) => (
      <SpanBox
        key={`${span.kind} ${span.from}`}
        span={span}
        window={window}
        text={stateLabels[span.kind]}
      />
    ))}
  </Lane>
))

const lengthOf = ({ from, to }: TimeWindow) => to - from

export const GapLane = memo(({ replay, window }: LaneOfReplay) => (
  <Lane
    label="Buffer gaps"
    detail={
      replay.gaps.length === 0
        ? 'None'
        : `${replay.gaps.length}, ${measuredLength(replay.gaps.reduce((sum, gap) => sum + lengthOf(gap), 0))}`
    }
    height={18}
  >
    <div className="absolute inset-x-0 top-[8px] h-px bg-line" />
    {replay.gaps.map((gap) => (
      <SpanBox key={gap.from} span={gap} window={window} text={measuredLength(lengthOf(gap))} />
    ))}
  </Lane>
))

/** The states of this view and their patterns. */
export const StateLegend = memo(({ replay }: { replay: Replay }) => {
  const kinds = (Object.keys(stateLabels) as StateKind[]).filter((kind) =>
    replay.states.some((span) => span.kind === kind),
  )
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-2" aria-label="States">
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1">
          <span className="h-[10px] w-[16px] rounded-sm" style={stateLooks[kind].style} />
          {stateLabels[kind]}
        </li>
      ))}
    </ul>
  )
})
