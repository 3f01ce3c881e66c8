import { formatMetricDifference } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { DifferenceText } from '@playhead/question-kit/values/change-pill.tsx'

interface ImpactBarProps {
  /** From the response: above zero is worse. */
  negativeImpact: number
  /** The largest impact in the table, in either direction. */
  most: number
  metric: Metric
  measurement: Measurement
}

/** The effect on the metric of all views: something bad lowers scores but raises times. */
const impactOn = (negativeImpact: number, { better }: Metric) =>
  better === 'higher' ? -negativeImpact : negativeImpact

/** When all impacts are below 0.1 %, another decimal distinguishes them. */
const finePercentages = 0.001

/** Grey from the right for a value that worsens the metric, green from the left for one that improves it. */
export const ImpactBar = ({ negativeImpact, most, metric, measurement }: ImpactBarProps) => {
  const share = most > 0 ? Math.abs(negativeImpact) / most : 0
  const isWorse = negativeImpact > 0
  return (
    <span className="flex w-full items-center gap-3">
      <span
        className={`flex h-[6px] min-w-[60px] grow overflow-hidden rounded-[3px] bg-sunk ${isWorse ? 'justify-end' : ''}`}
        aria-hidden="true"
      >
        <span
          className={`rounded-[3px] ${isWorse ? 'bg-ink-4' : 'bg-good'}`}
          style={{ width: `${share * 100}%`, opacity: isWorse ? undefined : 0.55 }}
        />
      </span>
      <span className="min-w-[72px] text-right text-ink-3 tabular-nums">
        <DifferenceText>
          {formatMetricDifference(impactOn(negativeImpact, metric), metric, measurement, {
            isFine: most < finePercentages,
          })}
        </DifferenceText>
      </span>
    </span>
  )
}
