import { BarList } from '@playhead/charts/columns/bar-list.tsx'
import { formatMetricValue, shownPerWire } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import { viewsTitleOf, ViewsWithValue } from '@playhead/question-kit/values/views-with-value.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { topCount, useBreakdown, useWidgetQuestion } from './use-widget-data.ts'
import type { WidgetBodyProps } from './widget-body.tsx'
import { dimensionOf, measurementOf, metricOfWidget } from './widget-question.ts'

interface Row {
  field: string | null
  value: number | null
  views: number
  totalViews: number
}

const keyOf = ({ field }: Row) => field ?? '__null__'

const viewsColumnOf = (metric: Metric): Column<Row> => ({
  id: 'views',
  title: viewsTitleOf(metric),
  align: 'end',
  render: (row) => <ViewsWithValue {...row} />,
})

/** A bar has no column title, so the unit follows the number. */
const ViewsOf = (row: Row) => (
  <>
    <ViewsWithValue {...row} /> {row.totalViews === 1 ? 'view' : 'views'}
  </>
)

/** The ten values with the most views, as a table or as bars. */
export const BreakdownWidget = ({ widget, state }: WidgetBodyProps) => {
  const question = useWidgetQuestion(widget, state, undefined)
  const answer = useBreakdown(widget, question.current)
  const metric: Metric = metrics[metricOfWidget(widget.metric)]
  const measurement = measurementOf(widget)
  const dimension = dimensionOf(widget)
  const rows = answer.data?.data
  const name = useDimensionName([dimension])(dimension)
  const label = `${metric.title} by ${name}`
  if (!rows) {
    if (answer.error)
      return (
        <FailedState
          title="Failed to load data"
          message={answer.error.message}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )
    return (
      <Loading label={`Loading ${label}`}>
        <SkeletonLines count={8} />
      </Loading>
    )
  }
  if (rows.length === 0)
    return <EmptyState title="No data available">Change the time frame or filters.</EmptyState>
  const isApproximate = answer.data?.meta.approximate !== undefined
  const format = (value: number | null) =>
    `${isApproximate && value !== null ? '≈ ' : ''}${formatMetricValue(value, metric, measurement)}`
  const named = (row: Row) => (
    <FilterableValue state={state} dimension={dimension} name={name} value={row.field} />
  )
  // For the metric "views" the second column would repeat the first.
  const isCount = widget.metric === 'views'
  const columns: Column<Row>[] = [
    { id: 'field', title: name, isMain: true, render: named },
    {
      id: 'value',
      title: widget.metric === 'views' ? 'Views' : metric.unit === 'score' ? 'Score' : 'Value',
      align: 'end',
      render: ({ value }) =>
        metric.unit === 'score' ? (
          <ScoreBadge score={value === null ? null : value * shownPerWire.score} />
        ) : (
          <span className="tabular-nums">{format(value)}</span>
        ),
    },
    ...(isCount ? [] : [viewsColumnOf(metric)]),
  ]
  const max = Math.max(0, ...rows.map(({ value }) => value ?? 0))
  return (
    <div
      className={`transition-opacity ${answer.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={answer.isPlaceholderData || undefined}
    >
      {widget.type === 'list' ? (
        <DataTable
          label={label}
          columns={columns}
          rows={rows.slice(0, topCount)}
          rowKey={keyOf}
          keepsColumns
        />
      ) : (
        <BarList
          label={label}
          items={rows.slice(0, topCount).map((row) => ({
            id: keyOf(row),
            label: named(row),
            value: format(row.value),
            detail: isCount ? undefined : <ViewsOf {...row} />,
            share: max > 0 ? Math.max(0, row.value ?? 0) / max : 0,
          }))}
        />
      )}
    </div>
  )
}
