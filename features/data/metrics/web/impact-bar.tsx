import { formatMetricDifference } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { DifferenceText } from '@playhead/features/data/metric-values/web'

interface ImpactBarProps {
  /** As answered: above zero is worse. */
  negativeImpact: number
  /** The largest one shown, worse or better. */
  most: number
  metric: Metric
  measurement: Measurement
}

/** What it does to the metric of all views: scores go down with what is bad, times go up. */
export const impactOn = (negativeImpact: number, { better }: Metric) =>
  better === 'higher' ? -negativeImpact : negativeImpact

/** Where all impacts are below a point of a score, or a tenth of a percent, a decimal more tells them apart. */
const coarseFrom: Partial<Record<Metric['unit'], number>> = { score: 0.01, percentage: 0.001 }

/** Grey from the right for what makes it worse, green from the left for what makes it better. */
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
            isFine: most < (coarseFrom[metric.unit] ?? 0),
          })}
        </DifferenceText>
      </span>
    </span>
  )
}
