import { formatDuration, formatLength } from '@playhead/domain/format.ts'

const minuteMs = 60_000

/** Of a state: `1.25 s` where parts of a second count, otherwise `2:14`. */
export const measuredLength = (ms: number) =>
  ms < minuteMs ? formatDuration(ms) : formatLength(ms)
