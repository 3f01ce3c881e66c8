import { useQuery } from '@tanstack/react-query'
import { BarList } from '@playhead/charts/columns/bar-list.tsx'
import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { dimensionEndpoints } from '@playhead/features/data/dimensions/contract'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { dimensionName } from '@playhead/question-kit/dimensions/display-value.ts'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'

const asked: readonly DimensionId[] = ['browser', 'operating_system', 'player_name', 'country']
const valueCount = 5

interface ErrorValuesProps {
  state: QuestionState
  errorId: string
  /** Number of views with the error; shares are unknown without it. */
  count: number | undefined
}

const Values = (props: ErrorValuesProps & { dimension: DimensionId }) => {
  const { state, errorId, count, dimension } = props
  const values = useQuery({
    ...query(
      dimensionEndpoints.listValues,
      { params: { dimension }, query: { ...state.query, errorId, limit: valueCount } },
      { quiet: true },
    ),
  })
  const whole = (one: number) => Math.max(count ?? 0, one)
  const rows = count === undefined ? undefined : values.data?.data
  return (
    <section aria-labelledby={`values-${dimension}`} className="min-w-0">
      <h3 id={`values-${dimension}`} className="mb-2 text-sm text-ink-3">
        {dimensionName(dimension)}
      </h3>
      {rows ? (
        <BarList
          label={`Views with this error by ${dimensionName(dimension).toLowerCase()}`}
          items={rows.map(({ value, totalCount }) => ({
            id: String(value),
            label: <FilterableValue state={state} dimension={dimension} value={value} />,
            value: formatNumber(totalCount),
            detail: formatPercent((100 * totalCount) / whole(totalCount), 0),
            share: totalCount / whole(totalCount),
          }))}
        />
      ) : values.isError ? (
        <FailedState message={values.error.message} onRetry={() => void values.refetch()} />
      ) : (
        <Loading label={`Loading ${dimensionName(dimension).toLowerCase()}`}>
          {/* As high as the bars that replace it. */}
          <span className="grid gap-[9px]">
            {Array.from({ length: valueCount }, (_, index) => (
              <span key={index} className="flex h-[28px] items-center">
                <Skeleton />
              </span>
            ))}
          </span>
        </Loading>
      )}
    </section>
  )
}

/** The values where the error occurs most. */
export const ErrorValues = (props: ErrorValuesProps) => (
  <Card title="Where it happens">
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
      {asked.map((dimension) => (
        <Values key={dimension} {...props} dimension={dimension} />
      ))}
    </div>
  </Card>
)
