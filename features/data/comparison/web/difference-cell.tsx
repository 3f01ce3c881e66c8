import { formatMetricDifference } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { DifferenceText } from '@playhead/question-kit/values/change-pill.tsx'
import type { Difference } from './difference.ts'

type Verdict = 'Better' | 'Worse' | 'Different' | 'Can be chance'

const verdictOf = (difference: Difference, metric: Metric): Verdict | undefined => {
  if (difference.canBeChance === undefined) return undefined
  if (difference.canBeChance) return 'Can be chance'
  if (metric.better === 'neither') return 'Different'
  return difference.value > 0 === (metric.better === 'higher') ? 'Better' : 'Worse'
}

const tones: Record<Verdict, string> = {
  Better: 'font-medium text-good',
  Worse: 'font-medium text-bad',
  Different: 'text-ink-2',
  'Can be chance': 'text-ink-3',
}

interface DifferenceNoteProps {
  difference: Difference
  metric: Metric
  measurement: Measurement
  /** The value of the column. */
  beside: number | null
}

/** For example `+0.42 s (+0.30 s to +0.55 s) · Worse`. */
export const DifferenceNote = ({
  difference,
  metric,
  measurement,
  beside,
}: DifferenceNoteProps) => {
  const { value, low, high } = difference
  const verdict = verdictOf(difference, metric)
  const textOf = (one: number) => formatMetricDifference(one, metric, measurement, { beside })
  const signed = (one: number) => <DifferenceText>{textOf(one)}</DifferenceText>
  // What is written as zero is neither better nor worse.
  if (verdict && !/[1-9]/.test(textOf(value)))
    return <span className="block text-xs text-ink-3">No difference</span>
  return (
    <span className="block text-xs tabular-nums text-ink-2">
      {signed(value)}
      {low !== undefined && high !== undefined && (
        <span className="text-ink-3">
          {' '}
          ({signed(low)} to {signed(high)})
        </span>
      )}
      {verdict && <span className={tones[verdict]}> · {verdict}</span>}
    </span>
  )
}
