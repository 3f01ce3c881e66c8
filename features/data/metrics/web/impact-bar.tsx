import { formatMetricDifference } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { DifferenceText } from '@playhead/question-kit/values/change-pill.tsx'

/** How far the impacts of a table reach to both sides of zero. */
export interface ImpactRange {
  worse: number
  better: number
}

/** Of what the response says: above zero is worse. */
export const impactRangeOf = (negativeImpacts: readonly number[]): ImpactRange => ({
  worse: Math.max(0, ...negativeImpacts),
  better: Math.max(0, ...negativeImpacts.map((impact) => -impact)),
})

interface ImpactBarProps {
  /** From the response: above zero is worse. */
  negativeImpact: number
  range: ImpactRange
  metric: Metric
  measurement: Measurement
}

/** The effect on the metric of all views: something bad lowers scores but raises times. */
const impactOn = (negativeImpact: number, { better }: Metric) =>
  better === 'higher' ? -negativeImpact : negativeImpact

/** When all impacts are below 0.1 %, another decimal distinguishes them. */
const finePercentages = 0.001

const percent = (share: number) => `${share * 100}%`

/** All rows share one zero line: grey to the left of it worsens the metric, green to the right improves it. */
export const ImpactBar = ({ negativeImpact, range, metric, measurement }: ImpactBarProps) => {
  const reach = range.worse + range.better || 1
  const zero = range.worse / reach
  const length = Math.abs(negativeImpact) / reach
  const isWorse = negativeImpact > 0
  return (
    <span className="flex w-full items-center gap-3">
      <span className="relative h-[6px] min-w-[60px] grow rounded-[3px] bg-sunk" aria-hidden="true">
        <span
          className={`absolute inset-y-0 rounded-[3px] ${isWorse ? 'bg-ink-4' : 'bg-good'}`}
          style={{
            left: percent(isWorse ? zero - length : zero),
            width: percent(length),
            opacity: isWorse ? undefined : 0.55,
          }}
        />
        {range.worse > 0 && range.better > 0 && (
          <span
            className="absolute -inset-y-[3px] w-px bg-line-strong"
            style={{ left: percent(zero) }}
          />
        )}
      </span>
      <span className="min-w-[72px] text-right text-ink-3 tabular-nums">
        <DifferenceText>
          {formatMetricDifference(impactOn(negativeImpact, metric), metric, measurement, {
            isFine: Math.max(range.worse, range.better) < finePercentages,
          })}
        </DifferenceText>
      </span>
    </span>
  )
}
