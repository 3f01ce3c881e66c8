import { rangeBefore } from '@playhead/features/data/filters/web'

export interface MomentRange {
  startMs: number
  endMs: number
}

const epochs = ({ startMs, endMs }: MomentRange) =>
  [startMs, endMs].map((ms) => String(Math.floor(ms / 1_000)))

/** A selected part is held against everything shown before it, and against as much before where it comes first. */
export const rangesOf = (
  timeframe: readonly string[],
  whole: MomentRange,
  selected: MomentRange | undefined,
): { timeframe: string[]; baseline?: string[] } => {
  if (!selected) return { timeframe: [...timeframe] }
  const length = selected.endMs - selected.startMs
  const isAtStart = selected.startMs - whole.startMs < length / 4
  const baseline = isAtStart
    ? rangeBefore(selected)
    : epochs({ startMs: whole.startMs, endMs: selected.startMs })
  return { timeframe: epochs(selected), baseline }
}
