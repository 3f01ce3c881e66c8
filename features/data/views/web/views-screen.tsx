import { formatNumber } from '@playhead/domain/format.ts'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { type QuestionState, useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
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
  const path = usePath()
  if (hasViews === false)
    return (
      <EmptyState
        title="No Views Found"
        action={<LinkButton href={path('data')}>Go to the overview</LinkButton>}
      >
        Views are listed here as soon as a player reports to this environment. The overview says how
        to connect one.
      </EmptyState>
    )
  const { predicates, metricPredicates } = state.question
  const isNarrowed =
    predicates.length + metricPredicates.length > 0 ||
    search.text !== undefined ||
    search.errorId !== undefined
  return (
    <EmptyState
      title="No Results Found"
      action={isNarrowed && <Button onClick={search.clear}>Clear filters and search</Button>}
    >
      {isNarrowed
        ? 'No view of this timeframe passes the filters and the search.'
        : 'No view ended in this timeframe. Choose a longer one.'}
    </EmptyState>
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
