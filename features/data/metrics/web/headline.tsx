import { formatMetricValue } from '@playhead/metrics/format.ts'
import { type Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { approximateText } from '@playhead/question-kit/values/approximate.ts'
import { ChangePill } from '@playhead/question-kit/values/change-pill.tsx'
import { changeOf, valueParts } from '@playhead/question-kit/values/metric-names.ts'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import type { MeasuredMetric } from './use-metric-data.ts'

interface HeadlineProps {
  /** The metric of the shown values; a request for the chosen one may be in flight. */
  of: MeasuredMetric
  value: number | null | undefined
  /** The largest relative error of the value; undefined when it is exact. */
  approximate: number | undefined
  /** Whether a comparison is loading; on phones it takes a separate line. */
  isComparing: boolean
  /** Undefined without a comparison. */
  before: { value: number | null; label: string; isWhole: boolean } | undefined
  isLoading: boolean
  isStale: boolean
  isFailing: boolean
  onExplain: () => void
  onWhy: () => void
}

/** The value of the whole range, and its difference from the range before. METR-030 */
export const Headline = (props: HeadlineProps) => {
  const { metric: id, measurement } = props.of
  const metric: Metric = metrics[id]
  const height = props.isComparing ? 'max-md:min-h-[63px]' : ''
  if (props.isLoading)
    return (
      <div className={`flex h-[44px] items-center ${height}`}>
        <Loading label="Loading the value">
          <Skeleton width={190} height={28} />
        </Loading>
      </div>
    )
  const { figure, unit } = valueParts(props.value, metric, measurement)
  const change = changeOf(props.value, props.before?.value, metric, measurement)
  return (
    <p
      className={`flex min-h-[44px] flex-wrap content-start items-baseline gap-x-[8px] transition-opacity ${height} ${props.isStale ? 'opacity-60' : ''}`}
      aria-busy={props.isStale || undefined}
    >
      <Tooltip
        content={[approximateText(props.approximate), 'Explain this number']
          .filter(Boolean)
          .join(' · ')}
        placement="bottom"
      >
        <button
          type="button"
          className="-mx-px cursor-pointer rounded-sm text-3xl leading-[1.15] font-semibold tracking-[-0.035em] tabular-nums hover:bg-sunk"
          onClick={props.onExplain}
        >
          {figure}
          {unit && (
            <span className="ml-[3px] text-lg font-normal tracking-normal text-ink-3">{unit}</span>
          )}
          <VisuallyHidden> Explain this number</VisuallyHidden>
        </button>
      </Tooltip>
      {props.isFailing && <span className="text-sm text-ink-3">The value couldn’t be read.</span>}
      {props.before?.isWhole === false && (
        <span className="text-sm text-ink-3">
          Nothing to compare with: views began after the start of {props.before.label}.
        </span>
      )}
      {change && props.before?.isWhole && (
        <>
          <ChangePill change={change} size="sm" />
          <span className="text-sm text-ink-3">
            vs {formatMetricValue(props.before.value, metric, measurement)} {props.before.label}
          </span>
          <button
            type="button"
            className="cursor-pointer rounded-sm text-sm text-ink-2 underline decoration-ink-4 underline-offset-3 hover:text-ink"
            onClick={props.onWhy}
          >
            Why?
          </button>
        </>
      )}
    </p>
  )
}
