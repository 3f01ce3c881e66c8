import type { TimeWindow } from './replay.ts'

/** Share of the window, in percent; outside of it below 0 or above 100. */
export const percentAt = ({ from, to }: TimeWindow, ms: number) => ((ms - from) / (to - from)) * 100

/** The part of a span that is in the window; undefined when none of it is. */
export const placeOf = (window: TimeWindow, span: TimeWindow) => {
  const left = Math.max(0, percentAt(window, span.from))
  const right = Math.min(100, percentAt(window, span.to))
  if (right < left || percentAt(window, span.to) < 0 || percentAt(window, span.from) > 100)
    return undefined
  return { left: `${left}%`, width: `${right - left}%`, share: right - left }
}
