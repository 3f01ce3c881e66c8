import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { useTimeseries } from '@playhead/question-kit/charts/use-timeseries.ts'
import { approximateText } from '@playhead/question-kit/values/approximate.ts'
import { ChangePill } from '@playhead/question-kit/values/change-pill.tsx'
import { changeOf, valueParts } from '@playhead/question-kit/values/metric-names.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { RefreshIcon } from '@playhead/ui/icons/icons.ts'
import { comparisonOf } from './comparison.ts'
import { useOverall, useWidgetQuestion } from './use-widget-data.ts'
import type { WidgetBodyProps } from './widget-body.tsx'
import { measurementOf, metricOfWidget } from './widget-question.ts'

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div
    role="alert"
    data-failing="true"
    className="flex min-h-[58px] flex-col items-start gap-1 text-xs text-ink-2"
  >
    {message}
    <Button size="sm" icon={<RefreshIcon size={12} />} onClick={onRetry}>
      Try again
    </Button>
  </div>
)

/** A number, and its difference from the compared range. */
export const NumberWidget = ({ widget, state, comparisonDays }: WidgetBodyProps) => {
  const question = useWidgetQuestion(widget, state, comparisonDays)
  const current = useOverall(widget, question.current)
  const before = useOverall(widget, question.before)
  const { data: steps } = useTimeseries(
    metricOfWidget(widget.metric),
    measurementOf(widget),
    question.before ?? question.current,
    { isEnabled: question.before !== undefined },
  )
  const isWhole = steps?.isWhole !== false
  const metric: Metric = metrics[metricOfWidget(widget.metric)]
  const measurement = measurementOf(widget)
  if (!current.data) {
    if (current.error)
      return <Failed message={current.error.message} onRetry={() => void current.refetch()} />
    return (
      <div className="min-h-[58px] pt-1">
        <Loading label="Loading the value">
          <Skeleton width={110} height={28} />
        </Loading>
      </div>
    )
  }
  const { value } = current.data.data
  const { figure, unit } = valueParts(value, metric, measurement)
  // A new value next to a stale one would show a change that did not happen.
  const isPair = current.isPlaceholderData === before.isPlaceholderData
  const compared = question.before && isPair && isWhole ? before.data?.data : undefined
  const change = changeOf(value, compared?.value, metric, measurement)
  return (
    <div
      className={`min-h-[58px] transition-opacity ${current.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={current.isPlaceholderData || undefined}
    >
      <p className="flex flex-wrap items-baseline gap-x-[8px]">
        <span
          className="text-2xl leading-[1.2] font-semibold tracking-[-0.03em] tabular-nums"
          title={approximateText(current.data.meta.approximate)}
        >
          {figure}
          {unit && (
            <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
          )}
        </span>
        {change && <ChangePill change={change} />}
      </p>
      {!isWhole && <p className="truncate text-xs text-ink-3">Nothing to compare with</p>}
      {compared && (
        <p className="truncate text-xs text-ink-3">
          vs {formatMetricValue(compared.value, metric, measurement)}{' '}
          {comparisonOf(comparisonDays)?.versus}
        </p>
      )}
    </div>
  )
}
