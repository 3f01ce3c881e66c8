import { type ReactNode, useRef } from 'react'
import { formatLength } from '@playhead/domain/format.ts'
import { EventLane } from './lanes/event-lane.tsx'
import { momentAt } from './timeline/moment.ts'
import { momentWords } from './moment-words.ts'
import { PositionLane } from './lanes/position-lane.tsx'
import { RenditionLane } from './lanes/rendition-lane.tsx'
import type { Replay, TimeWindow } from './timeline/replay.ts'
import { RequestLane } from './lanes/request-lane.tsx'
import { GapLane, StateLane } from './lanes/state-lane.tsx'
import { ticksOf } from './time-window.ts'
import { percentAt, placeOf } from './lanes/track-position.ts'
import { usePointing } from './use-pointing.ts'
import { useReplayKeys } from './use-replay-keys.ts'
import type { ReplayPlace } from './use-replay-place.ts'

// An input element cannot contain the lanes, so a div has the role of a slider.
const slider = {
  role: 'slider',
  tabIndex: 0,
  'aria-label': 'Playhead',
  'aria-orientation': 'horizontal',
} as const

const besideLabels = 'absolute inset-y-0 right-0 left-0 lg:left-[112px]'

/** The shape of the logo: a thin line with a small head on top. */
const Playhead = ({ left }: { left: number }) =>
  left < 0 || left > 100 ? null : (
    <div
      className="absolute top-[4px] bottom-0 -ml-px w-[2px] bg-mark"
      style={{ left: `${left}%` }}
    >
      <svg
        width="12"
        height="13"
        viewBox="0 0 12 13"
        className="absolute -top-[4px] -left-[5px] fill-mark"
        aria-hidden="true"
      >
        <path d="M0.5 0h11v7.2L6 13 0.5 7.2z" />
      </svg>
    </div>
  )

const Axis = ({ window, children }: { window: TimeWindow; children: ReactNode }) => {
  const ticks = ticksOf(window)
  const step = (ticks[1] ?? 1_000) - (ticks[0] ?? 0)
  const decimals = step < 100 ? 2 : step < 1_000 ? 1 : 0
  return (
    <div className="lg:pl-[112px]">
      {children}
      <div className="pointer-events-none relative h-[20px] text-xs text-ink-3 tabular-nums">
        {ticks.map((tick) => {
          const left = percentAt(window, tick)
          const shift = left > 96 ? '-100% - 5px' : left < 4 ? '5px' : '-50%'
          return (
            <span
              key={tick}
              className="absolute top-0 whitespace-nowrap"
              style={{ left: `${left}%`, transform: `translateX(calc(${shift}))` }}
            >
              {formatLength(tick, decimals)}
            </span>
          )
        })}
      </div>
    </div>
  )
}

interface StageProps {
  replay: Replay
  place: ReplayPlace
  areRequestsExpanded: boolean
  /** Rendered next to the lanes, for the pointed moment or else for that of the playhead. */
  children: (moment: { at: number; isPointedAt: boolean }) => ReactNode
}

/** All lanes over one time axis, with the playhead across them. */
export const Stage = ({ replay, place, areRequestsExpanded, children }: StageProps) => {
  const { at, window } = place
  const trackRef = useRef<HTMLDivElement>(null)
  const { hovered, selected, handlers } = usePointing(replay, place, trackRef)
  const keys = { onKeyDown: useReplayKeys(replay, place) }
  const selection = selected && placeOf(window, selected)
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_270px]">
      <div className="overflow-x-auto" {...handlers}>
        <div className="relative min-w-[620px] cursor-crosshair touch-pan-x touch-pan-y select-none">
          <div className={besideLabels} ref={trackRef}>
            {ticksOf(window).map((tick) => (
              <div
                key={tick}
                className="absolute top-[26px] bottom-0 w-px bg-line"
                style={{ left: `${percentAt(window, tick)}%` }}
              />
            ))}
          </div>
          <Axis window={window}>
            <div
              className="h-[14px] rounded-sm"
              {...slider}
              aria-valuemin={Math.round(replay.from) / 1_000}
              aria-valuemax={Math.round(replay.to) / 1_000}
              aria-valuenow={Math.round(at) / 1_000}
              aria-valuetext={momentWords(momentAt(replay, at))}
              {...keys}
            />
          </Axis>
          <div className="flex flex-col gap-2 pt-1">
            <StateLane replay={replay} window={window} />
            <GapLane replay={replay} window={window} />
            <PositionLane replay={replay} window={window} />
            <RenditionLane replay={replay} window={window} />
            <RequestLane replay={replay} window={window} isExpanded={areRequestsExpanded} />
            <EventLane replay={replay} window={window} />
          </div>
          <div className={`pointer-events-none ${besideLabels}`}>
            {selection && (
              <div
                className="absolute inset-y-0 bg-mark-soft opacity-60"
                style={{ left: selection.left, width: selection.width }}
              />
            )}
            {hovered !== undefined && (
              <div
                className="absolute top-[4px] bottom-0 w-px bg-ink-2"
                style={{ left: `${percentAt(window, hovered)}%` }}
              />
            )}
            <Playhead left={percentAt(window, at)} />
          </div>
        </div>
      </div>
      {children({ at: hovered ?? at, isPointedAt: hovered !== undefined })}
    </div>
  )
}
