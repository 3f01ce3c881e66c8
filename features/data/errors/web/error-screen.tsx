import { ErrorCodeCard, ErrorCodeCardWaiting } from '@playhead/features/data/error-codes/web'
import { ErrorCodePill, RelatedViews } from '@playhead/features/data/views/web'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import { type QuestionState, useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { ErrorChart } from './error-chart.tsx'
import { ErrorFigures } from './error-figures.tsx'
import { ErrorNotes } from './error-notes.tsx'
import { ErrorValues } from './error-values.tsx'
import { HistoricalNotice } from './historical-notice.tsx'
import { type ErrorRow, useError } from './use-errors.ts'

const titleOf = ({ message, playerErrorCode }: ErrorRow) =>
  message ?? (playerErrorCode === null ? 'Error without a code' : `Error ${playerErrorCode}`)

const NobodyHadIt = ({ state }: { state: QuestionState }) => (
  <EmptyState
    title="No view had this error in this timeframe"
    action={<Button onClick={() => state.setTimeframe(['30:days'])}>Show the last 30 days</Button>}
  >
    Choose a longer timeframe or remove filters. There may be no error with the ID in the address.
  </EmptyState>
)

interface DetailsProps {
  state: QuestionState
  errorId: string
  error: ErrorRow | undefined
  isStale: boolean
}

const Details = ({ state, errorId, error, isStale }: DetailsProps) => (
  <Stack gap={3}>
    <Card>
      <div
        className={`pb-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}
        aria-busy={isStale || undefined}
      >
        <ErrorFigures error={error} />
      </div>
      <ErrorChart state={state} errorId={errorId} />
    </Card>
    <div className="grid gap-3 lg:grid-cols-2">
      {!error ? (
        <ErrorCodeCardWaiting />
      ) : error.playerErrorCode === null ? (
        <Card title="Error configuration">
          <p className="text-ink-2">Only errors with a code can be configured.</p>
        </Card>
      ) : (
        <ErrorCodeCard code={error.playerErrorCode} />
      )}
      <ErrorNotes id={errorId} notes={error?.notes ?? null} />
    </div>
    <ErrorValues state={state} errorId={errorId} count={error?.count} />
    <Card isFlush title="Views with this error">
      <RelatedViews state={state} errorId={errorId} />
    </Card>
  </Stack>
)

/** VIEW-017 */
export const Screen = () => {
  const errorId = useParam('errorId') ?? ''
  const state = useQuestion()
  const path = usePath()
  const found = useError(state, errorId)
  const error = found.isMissing ? undefined : found.data?.data
  const title = error && titleOf(error)
  useTitle(title ?? 'Error')
  const list = path('errors') + stringifySearch(questionSearch(state.question))
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Errors', href: list }]}
        title={title ?? 'Error'}
        meta={error?.playerErrorCode && <ErrorCodePill code={error.playerErrorCode} />}
      >
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics errorId={errorId} />
        {state.resolved.isHistorical ? (
          <Card>
            <HistoricalNotice state={state} />
          </Card>
        ) : found.isMissing ? (
          <Card>
            <NobodyHadIt state={state} />
          </Card>
        ) : found.isError && !error ? (
          <Card isFailing>
            <FailedState
              message={found.error.message}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            />
          </Card>
        ) : (
          <Details
            state={state}
            errorId={errorId}
            error={error}
            isStale={found.isPlaceholderData}
          />
        )}
      </Stack>
    </>
  )
}
