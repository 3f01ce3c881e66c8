import { formatNumber } from '@playhead/domain/format.ts'
import { GetStartedButton } from '@playhead/question-kit/empty/get-started.tsx'
import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { type QuestionState, useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { ErrorChoice } from './error-choice.tsx'
import { useHasViews, useViews, type ViewList } from './use-views.ts'
import { useViewSearch, type ViewSearchState } from './use-view-search.ts'
import { viewColumns } from './view-columns.tsx'
import { ViewsTable } from './views-table.tsx'

interface NoViewsProps {
  state: QuestionState
  search: ViewSearchState
}

/** VIEW-006 */
const NoViews = ({ state, search }: NoViewsProps) => {
  const hasViews = useHasViews(true)
  if (hasViews === false)
    return (
      <EmptyState title="No Views Found" action={<GetStartedButton />}>
        Views are listed here as soon as a player reports to this environment.
      </EmptyState>
    )
  const { predicates, metricPredicates } = state.question
  const isNarrowed =
    predicates.length + metricPredicates.length > 0 ||
    search.text !== undefined ||
    search.errorId !== undefined
  return (
    <NoResults
      state={state}
      subject="view that ended"
      narrowing={{ isNarrowed, clear: search.clear, label: 'Clear filters and search' }}
    />
  )
}

/** In the title, so that the count is readable without going to the end of the table. */
const countOf = ({ list }: ViewList) => {
  const total = list.data?.totalRowCount
  if (total === undefined) return 'Views that ended in the timeframe'
  return `${formatNumber(total)} ${total === 1 ? 'view' : 'views'} ended in the timeframe`
}

/** VIEW-001 */
export const Screen = () => {
  const state = useQuestion()
  const search = useViewSearch()
  const { errorId, text, direction } = search
  const views = useViews(state, { errorId, text, direction })
  const { isHistorical } = state.resolved
  return (
    <>
      <PageHeader title="Views">
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics errorId={errorId} />
        <Card
          isFlush
          title={isHistorical ? 'Views' : countOf(views)}
          isFailing={views.list.isLoadingError}
          actions={
            !isHistorical && (
              <>
                <SearchField
                  label="Search by ID, viewer or title"
                  value={search.typed}
                  onChange={search.type}
                />
                <ErrorChoice state={state} search={search} />
              </>
            )
          }
        >
          <ViewsTable
            label="Views"
            state={state}
            views={views}
            columns={viewColumns(state)}
            direction={direction}
            onDirection={search.setDirection}
            empty={<NoViews state={state} search={search} />}
          />
        </Card>
      </Stack>
    </>
  )
}
