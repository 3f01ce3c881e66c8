import { useEffect, useState } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { firstLookText } from '@playhead/question-kit/question/first-answer.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { viewsTitleOf, ViewsWithValue } from '@playhead/question-kit/values/views-with-value.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { ImpactBar, impactRangeOf } from '../impact-bar.tsx'
import type { Insight } from './telling-insights.ts'
import { type MeasuredMetric, useShown } from '../use-metric-data.ts'
import { roughText } from '../rough-text.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import { useTellingInsights } from './use-telling-insights.ts'
import { ValueCell } from '../value-cell.tsx'

/** METR-083 */
const shownAtFirst = 5

interface InsightsPanelProps {
  asked: MeasuredMetric
  state: QuestionState
  onWhy: () => void
  /** Called with the number of insights of the question. */
  onCount: (count: number) => void
}

const alsoShown = 2

/** Other names of the same views. */
const Also = ({ also, nameOf }: { also: Insight['also']; nameOf: (id: DimensionId) => string }) => {
  const names = also
    .slice(0, alsoShown)
    .map(
      ({ dimension, filterValue }) =>
        `${nameOf(dimension)} ${displayValue(dimension, filterValue)}`,
    )
  const more = also.length - alsoShown
  return (
    <span className="block text-xs text-ink-3">
      Same views: {names.join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

const columnsOf = (
  of: MeasuredMetric,
  rows: readonly Insight[],
  nameOf: (id: DimensionId) => string,
  state: QuestionState,
): Column<Insight>[] => {
  const metric: Metric = metrics[of.metric]
  const isScore = metric.unit === 'score'
  const range = impactRangeOf(rows.map((row) => row.negativeImpactScore))
  return [
    {
      id: 'value',
      title: 'Where',
      isMain: true,
      render: ({ dimension, filterValue, also }) => (
        <span className="grid">
          <ValueCell
            state={state}
            dimension={dimension}
            value={filterValue}
            name={nameOf(dimension)}
            isNamed
          />
          {also.length > 0 && <Also also={also} nameOf={nameOf} />}
        </span>
      ),
    },
    {
      id: 'metric',
      title: isScore ? 'Score' : metric.title,
      align: 'end',
      width: isScore ? 100 : 170,
      render: (row) =>
        isScore ? (
          <ScoreBadge score={row.metric * 100} />
        ) : (
          <span className="tabular-nums">
            {formatMetricValue(row.metric, metric, of.measurement)}
          </span>
        ),
    },
    {
      id: 'views',
      title: viewsTitleOf(metric),
      align: 'end',
      width: 150,
      render: (row) => <ViewsWithValue {...row} />,
    },
    {
      id: 'impact',
      title: isScore ? 'Impact on overall score' : 'Negative impact',
      width: '34%',
      render: (row) => (
        <ImpactBar
          negativeImpact={row.negativeImpactScore}
          range={range}
          metric={metric}
          measurement={of.measurement}
        />
      ),
    },
  ]
}

const rowKey = ({ filterColumn, filterValue }: Insight) => `${filterColumn} ${filterValue}`

/** The note takes the place of the text, so that nothing moves when it goes. */
const Description = ({ sampleOf }: { sampleOf: number | undefined }) => (
  <span className="grid">
    <span className={`[grid-area:1/1] ${sampleOf === undefined ? '' : 'invisible'}`}>
      The values that make this metric worse than it would be without them, the strongest first.
      Differences that can be chance are left out.
    </span>
    <output className="[grid-area:1/1]">
      {sampleOf !== undefined && (
        <>
          <strong className="font-medium text-ink">{firstLookText(sampleOf)}</strong> The exact
          values follow.
        </>
      )}
    </output>
  </span>
)

/** The values that worsen the metric most, over all dimensions. METR-082 */
export const InsightsPanel = ({ asked, state, onWhy, onCount }: InsightsPanelProps) => {
  const {
    insights,
    rows: found,
    sampleOf,
    approximate,
    isStale,
  } = useTellingInsights(asked, state, !state.resolved.isHistorical)
  const of = useShown(asked, isStale)
  const isFirst = sampleOf !== undefined
  const count = isFirst || isStale ? undefined : found?.length
  useEffect(() => {
    if (count !== undefined) onCount(count)
  }, [count, onCount])
  const question = JSON.stringify([asked.metric, asked.measurement, state.query])
  const { rows: all, pointing } = useSteadyRows(found, rowKey, { question, isFirst })
  const [isExpanded, setIsExpanded] = useState(false)
  const rows = isExpanded ? all : all?.slice(0, shownAtFirst)
  const nameOf = useDimensionName(
    (all ?? []).flatMap(({ dimension, also }) => [dimension, ...also.map((one) => one.dimension)]),
  )
  const more = (all?.length ?? 0) - shownAtFirst
  return (
    <Card
      isFlush
      isFailing={insights.isLoadingError}
      title="What holds it back"
      description={<Description sampleOf={sampleOf} />}
      actions={<Button onClick={onWhy}>Why did it change?</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows' own controls take the focus */}
      <div
        className={`transition-opacity ${isStale ? 'opacity-60' : ''}`}
        aria-busy={isFirst || isStale || undefined}
        onKeyDown={onRowKeys}
        {...pointing}
      >
        <DataTable
          label="Insights"
          columns={columnsOf(of, all ?? [], nameOf, state)}
          rows={rows}
          rowKey={rowKey}
          skeletonRows={shownAtFirst}
          failure={
            insights.isLoadingError
              ? { message: insights.error.message, onRetry: () => void insights.refetch() }
              : undefined
          }
          empty={
            <EmptyState title="No results to show.">
              We only show insights greater than 1% of view count.
            </EmptyState>
          }
          footer={
            (more > 0 || approximate !== undefined) && (
              <>
                {approximate !== undefined && (
                  <span>{roughText(approximate, of.metric, state)}</span>
                )}
                {more > 0 && (
                  <Button
                    kind="ghost"
                    size="sm"
                    aria-expanded={isExpanded}
                    onClick={() => setIsExpanded(!isExpanded)}
                  >
                    {isExpanded ? `Show the first ${shownAtFirst}` : `Show ${more} more`}
                  </Button>
                )}
              </>
            )
          }
        />
      </div>
    </Card>
  )
}
