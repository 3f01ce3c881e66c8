import type { KeyboardEvent } from 'react'
import { stepFrom } from './timeline/moment.ts'
import type { Replay } from './timeline/replay.ts'
import { zoomAround } from './time-window.ts'
import type { ReplayPlace } from './use-replay-place.ts'

const secondMs = 1_000
export const zoomStep = 0.5

/** Arrow keys move from event to event, with Shift by one second; plus and minus zoom, 0 shows everything. */
export const useReplayKeys = (replay: Replay, place: ReplayPlace) => {
  const { at, window, setAt, setWindow } = place
  const step = (event: KeyboardEvent, direction: 1 | -1) =>
    event.shiftKey
      ? Math.min(replay.to, Math.max(replay.from, at + direction * secondMs))
      : stepFrom(replay, at, direction)
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moments: Record<string, () => number | undefined> = {
      ArrowRight: () => step(event, 1),
      ArrowUp: () => step(event, 1),
      ArrowLeft: () => step(event, -1),
      ArrowDown: () => step(event, -1),
      Home: () => 0,
      End: () => replay.to,
    }
    const factors: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }
    const factor = factors[event.key]
    const moment = moments[event.key]
    if (factor !== undefined) setWindow(zoomAround(window, at, factor, replay))
    else if (event.key === '0') setWindow(replay)
    else if (moment) {
      const next = moment()
      if (next !== undefined) setAt(next, true)
    } else return
    event.preventDefault()
  }
}
