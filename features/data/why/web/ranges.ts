import { rangeBefore } from '@playhead/question-kit/question/question.ts'

export interface MomentRange {
  startMs: number
  endMs: number
}

const epochs = ({ startMs, endMs }: MomentRange) =>
  [startMs, endMs].map((ms) => String(Math.floor(ms / 1_000)))

/**
 * A selection is compared with everything shown before it or, at the start of the chart, with the preceding range of
 * equal length.
 */
export const rangesOf = (
  timeframe: readonly string[],
  whole: MomentRange,
  selected: MomentRange | undefined,
  given?: MomentRange,
): { timeframe: string[]; baseline?: string[] } => {
  if (!selected) return { timeframe: [...timeframe] }
  if (given) return { timeframe: epochs(selected), baseline: epochs(given) }
  const length = selected.endMs - selected.startMs
  const isAtStart = selected.startMs - whole.startMs < length / 4
  const baseline = isAtStart
    ? rangeBefore(selected)
    : epochs({ startMs: whole.startMs, endMs: selected.startMs })
  return { timeframe: epochs(selected), baseline }
}
