import { memo } from 'react'
import { Lane } from './lane.tsx'
import type { ReplayEvent } from '../timeline/replay-event.ts'
import type { Replay, TimeWindow } from '../timeline/replay.ts'
import { percentAt } from './track-position.ts'

const height = 24

const isError = ({ name }: ReplayEvent) => name === 'error' || name === 'aderror'
const isOwnLane = ({ name }: ReplayEvent) => name === 'requestcompleted'

/** Errors are diamonds, failed requests are crosses, all other events are lines. */
const Mark = ({ event, left }: { event: ReplayEvent; left: number }) => {
  const style = { left: `${left}%` }
  if (isError(event))
    return (
      <span
        className={`absolute top-[7px] -ml-[5px] h-[10px] w-[10px] rotate-45 ${event.isFatal ? 'bg-bad' : 'border-2 border-warn bg-surface'}`}
        style={style}
      />
    )
  if (event.name === 'requestfailed')
    return (
      <span className="absolute top-[3px] -ml-[4px] text-md leading-tight text-bad" style={style}>
        ×
      </span>
    )
  return (
    <span className="absolute top-[4px] h-[16px] w-[2px] rounded-full bg-ink-3" style={style} />
  )
}

export const EventLane = memo(({ replay, window }: { replay: Replay; window: TimeWindow }) => {
  const shown = replay.events.filter((event) => !isOwnLane(event))
  const errorCount = shown.filter(isError).length
  return (
    <Lane
      label="Events"
      detail={errorCount > 0 ? `${errorCount} ${errorCount === 1 ? 'error' : 'errors'}` : undefined}
      height={height}
    >
      <div className="absolute inset-x-0 top-[12px] h-px bg-line" />
      {shown.map((event) => {
        const left = percentAt(window, event.at)
        if (left < 0 || left > 100) return null
        return <Mark key={event.sequenceNumber} event={event} left={left} />
      })}
    </Lane>
  )
})
