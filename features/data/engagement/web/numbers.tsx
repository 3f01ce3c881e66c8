import { type EngagementChoice, engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { ChangePill, ChangeText } from '@playhead/question-kit/values/change-pill.tsx'
import { changeOf, valueParts } from '@playhead/question-kit/values/metric-names.ts'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'

interface NumberProps {
  of: EngagementChoice
  value: number | null
}

const kindOf = (choice: EngagementChoice) => {
  const { metric, measurement } = engagementChoices[choice]
  const definition: Metric = metrics[metric]
  return [definition, measurement] as const
}

/** KIT-048 */
export const formatChoice = (choice: EngagementChoice, value: number | null | undefined) =>
  formatMetricValue(value, ...kindOf(choice))

interface FigureProps extends NumberProps {
  /** Undefined without a comparison. */
  before: { value: number | null; label: string } | undefined
  isLoading: boolean
  isStale: boolean
}

/** A number of all views, and its difference from the compared range. */
export const Figure = ({ of, value, before, isLoading, isStale }: FigureProps) => {
  if (isLoading)
    return (
      <div className="flex h-[38px] items-center">
        <Loading label="Loading the number">
          <Skeleton width={130} height={22} />
        </Loading>
      </div>
    )
  const [metric, measurement] = kindOf(of)
  const { figure, unit } = valueParts(value, metric, measurement)
  const change = before && changeOf(value, before.value, metric, measurement)
  return (
    <p
      className={`flex min-h-[38px] flex-wrap items-baseline gap-x-[7px] transition-opacity ${isStale ? 'opacity-60' : ''}`}
      aria-busy={isStale || undefined}
    >
      <span className="text-2xl leading-[1.3] font-semibold tracking-[-0.025em] tabular-nums">
        {figure}
        {unit && (
          <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
        )}
      </span>
      {change && <ChangePill change={change} />}
      {before && (
        <span className="text-xs text-ink-3">
          vs {formatChoice(of, before.value)} {before.label}
        </span>
      )}
    </p>
  )
}

interface NumberCellProps extends NumberProps {
  /** Undefined without a comparison. */
  before: { value: number | null | undefined; label: string; isWaiting: boolean } | undefined
  isTotal: boolean
}

/** A number, with that of the compared range below it. ENGA-015 */
export const NumberCell = ({ of, value, before, isTotal }: NumberCellProps) => {
  const change = before && changeOf(value, before.value, ...kindOf(of))
  return (
    <span className="grid justify-items-end tabular-nums">
      <span className={isTotal ? 'font-semibold' : ''}>{formatChoice(of, value)}</span>
      {before && (
        <span className="flex items-baseline gap-x-2 text-xs whitespace-nowrap text-ink-3">
          {change && change.text !== 'No change' && (
            <span className={change.tone === 'neutral' ? '' : `text-${change.tone}`}>
              <ChangeText change={change} />
            </span>
          )}
          <span>
            vs {before.isWaiting ? '…' : formatChoice(of, before.value)}
            <VisuallyHidden> {before.label}</VisuallyHidden>
          </span>
        </span>
      )}
    </span>
  )
}
