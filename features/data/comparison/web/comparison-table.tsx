import type { UseQueryResult } from '@tanstack/react-query'
import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { differenceOf, type Estimate } from './difference.ts'
import { DifferenceNote } from './difference-cell.tsx'
import type { ReactNode } from 'react'

interface ColumnResult {
  views: number
  uniqueViewers: number | null
  watchTime: number | null
  playingTime: number | null
  values: readonly (Estimate & { metric: string; measurement: string })[]
}

interface TableColumn {
  id: string
  head: ReactNode
  answer: Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'refetch'>
  data: ColumnResult | undefined
  isStale: boolean
}

/** The wanted measurement, if the metric supports it. */
const measurementFor = (id: MetricId, wanted: Measurement): Measurement => {
  const metric: Metric = metrics[id]
  return metric.measurements[wanted] ? wanted : metric.defaultMeasurement
}

/** Stays in place while the columns scroll below it. */
const sticky = 'sticky left-0 bg-surface'

const Pending = () => (
  <span className="flex justify-end">
    <Skeleton width={64} />
  </span>
)

const nothing: Estimate = { value: null, low: null, high: null }

const estimateOf = (data: ColumnResult | undefined, id: MetricId, measurement: Measurement) =>
  data?.values.find((one) => one.metric === id && one.measurement === measurement) ?? nothing

interface CellProps {
  column: TableColumn
  first: TableColumn | undefined
  id: MetricId
  measurement: Measurement
}

const Value = ({ column, first, id, measurement }: CellProps) => {
  if (!column.data) return column.answer.isError ? unknownValue : <Pending />
  const metric: Metric = metrics[id]
  const own = estimateOf(column.data, id, measurement)
  // Counts and sums depend on the number of views; they are not two estimates of the same quantity.
  const isAmount = measurement === 'count' || measurement === 'sum'
  const difference =
    first?.data && !isAmount
      ? differenceOf(own, estimateOf(first.data, id, measurement))
      : undefined
  return (
    <>
      {metric.unit === 'score' ? (
        <ScoreBadge score={own.value === null ? null : own.value * 100} />
      ) : (
        formatMetricValue(own.value, metric, measurement)
      )}
      {difference && (
        <DifferenceNote
          difference={difference}
          metric={metric}
          measurement={measurement}
          beside={own.value}
        />
      )}
    </>
  )
}

const MetricRow = ({
  id,
  columns,
  wanted,
  isHead = false,
}: {
  id: MetricId
  columns: readonly TableColumn[]
  wanted: Measurement
  isHead?: boolean
}) => (
  <tr>
    <th scope="row" className={isHead ? `${sticky} font-medium` : sticky}>
      {metrics[id].title}
    </th>
    {columns.map((column, place) => (
      <td key={column.id} data-align="end" className={column.isStale ? 'opacity-60' : undefined}>
        <Value
          column={column}
          first={place > 0 ? columns[0] : undefined}
          id={id}
          measurement={measurementFor(id, wanted)}
        />
      </td>
    ))}
  </tr>
)

interface ComparisonTableProps {
  columns: readonly TableColumn[]
  measurement: Measurement
}

/** METR-090: the same metrics in each column, in the order of the metric tree. */
export const ComparisonTable = ({ columns, measurement }: ComparisonTableProps) => (
  <div className="ph-table-frame" data-keeps-columns>
    <table
      className="ph-table"
      aria-label="Comparison"
      aria-busy={columns.some(({ isStale }) => isStale)}
    >
      <thead>
        <tr>
          <th scope="col" className={`${sticky} min-w-[120px] md:min-w-[180px]`}>
            Metric
          </th>
          {columns.map(({ id, head }) => (
            <th key={id} scope="col" data-align="end" className="min-w-[150px] md:min-w-[230px]">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.some(({ answer }) => answer.isError) && (
          <tr data-plain>
            <th scope="row">
              <span className="ph-visually-hidden">What failed</span>
            </th>
            {columns.map(({ id, answer }) => (
              <td key={id}>
                {answer.isError && (
                  <FailedState
                    title="Failed to load data"
                    message={answer.error?.message}
                    onRetry={() => void answer.refetch()}
                    isRetrying={answer.isFetching}
                  />
                )}
              </td>
            ))}
          </tr>
        )}
        <tr>
          <th scope="row" className={`${sticky} font-medium`}>
            Views
          </th>
          {columns.map(({ id, data, answer }) => (
            <td key={id} data-align="end">
              {data ? formatNumber(data.views) : answer.isError ? unknownValue : <Pending />}
            </td>
          ))}
        </tr>
      </tbody>
      {metricTree.map(({ group, title, metric, items }) => (
        <tbody key={group}>
          <tr data-plain>
            <th scope="rowgroup" colSpan={columns.length + 1} className="text-ink-3">
              {title}
            </th>
          </tr>
          {metric && <MetricRow id={metric} columns={columns} wanted={measurement} isHead />}
          {items
            .filter((id) => id !== 'views')
            .map((id) => (
              <MetricRow key={id} id={id} columns={columns} wanted={measurement} />
            ))}
        </tbody>
      ))}
    </table>
  </div>
)
