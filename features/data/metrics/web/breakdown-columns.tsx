import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { viewsTitleOf, ViewsWithValue } from '@playhead/question-kit/values/views-with-value.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { ImpactBar, impactRangeOf } from './impact-bar.tsx'
import type { BreakdownAsked, BreakdownRow } from './use-metric-data.ts'
import { ValueCell } from './value-cell.tsx'

interface ColumnsInput {
  of: BreakdownAsked
  dimensionName: string
  rows: readonly BreakdownRow[]
  state: QuestionState
}

type BreakdownColumn = Column<BreakdownRow>

const Value = ({ value, of }: { value: number | null; of: BreakdownAsked }) => {
  const metric: Metric = metrics[of.metric]
  // METR-041
  if (metric.unit === 'score') return <ScoreBadge score={value === null ? null : value * 100} />
  return <span className="tabular-nums">{formatMetricValue(value, metric, of.measurement)}</span>
}

/** METR-037 */
export const breakdownColumns = (input: ColumnsInput): BreakdownColumn[] => {
  const { of, rows, state } = input
  const metric: Metric = metrics[of.metric]
  const isScore = metric.unit === 'score'
  const range = impactRangeOf(rows.map((row) => row.negativeImpact))
  const field: BreakdownColumn = {
    id: 'field',
    title: input.dimensionName,
    isMain: true,
    isSortable: true,
    render: (row) => (
      <ValueCell
        state={state}
        dimension={of.dimension}
        value={row.field}
        name={input.dimensionName}
      />
    ),
  }
  const value: BreakdownColumn = {
    id: 'value',
    title: isScore ? 'Score' : metric.title,
    align: 'end',
    isSortable: true,
    width: isScore ? 110 : 170,
    render: (row) => <Value value={row.value} of={of} />,
  }
  const views: BreakdownColumn = {
    id: 'views',
    title: viewsTitleOf(metric),
    align: 'end',
    isSortable: true,
    width: 150,
    render: (row) => <ViewsWithValue {...row} />,
  }
  const impact: BreakdownColumn = {
    id: 'negative_impact',
    title: isScore ? 'Impact on overall score' : 'Negative impact',
    isSortable: true,
    width: isScore ? '42%' : '34%',
    render: (row) => (
      <ImpactBar
        negativeImpact={row.negativeImpact}
        range={range}
        metric={metric}
        measurement={of.measurement}
      />
    ),
  }
  // Omits the views column for the metric "views", and the impact of metrics without a better direction.
  return [
    field,
    value,
    ...(of.metric === 'views' ? [] : [views]),
    ...(metric.better === 'neither' ? [] : [impact]),
  ]
}
