import type { TimeWindow } from '../timeline/replay.ts'

/** Position within the window in percent; below 0 or above 100 outside of it. */
export const percentAt = ({ from, to }: TimeWindow, ms: number) => ((ms - from) / (to - from)) * 100

/** The part of a span that is in the window; undefined if there is none. */
export const placeOf = (window: TimeWindow, span: TimeWindow) => {
  const left = Math.max(0, percentAt(window, span.from))
  const right = Math.min(100, percentAt(window, span.to))
  if (right < left || percentAt(window, span.to) < 0 || percentAt(window, span.from) > 100)
    return undefined
  return { left: `${left}%`, width: `${right - left}%`, share: right - left }
}
