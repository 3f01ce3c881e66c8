import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import type { QuestionState } from '../question/use-question.ts'
import { GetStartedButton } from './get-started-button.tsx'
import { useIsWaiting } from './use-emptiness.ts'

const longest = '30:days'
const longestMs = 30 * 86_400_000

interface NoResultsProps {
  state: Pick<QuestionState, 'question' | 'resolved' | 'change' | 'setTimeframe'>
  /** The title where the requirements fix one for all reasons. */
  title?: string
  /** What is looked for: "view with an error". */
  subject?: string
  /** Narrowed by more than the filters, such as a search, which this clears too. */
  narrowing?: { isNarrowed: boolean; clear: () => void; label: string }
}

/** An empty list that says why it is empty, and offers what helps: nothing ever, nothing in this range, or filtered away. */
export const NoResults = ({
  state,
  title = 'No Results Found',
  subject = 'view',
  narrowing,
}: NoResultsProps) => {
  const { isKnown, isWaiting } = useIsWaiting(true)
  const { predicates, metricPredicates } = state.question
  const isFiltered = predicates.length + metricPredicates.length > 0
  // The reason must not change while it is read.
  if (!isKnown)
    return (
      <div className="p-4">
        <SkeletonLines count={3} />
      </div>
    )
  if (isWaiting)
    return (
      <EmptyState title={title} action={<GetStartedButton />}>
        No player has reported to this environment yet.
      </EmptyState>
    )
  if (narrowing?.isNarrowed || isFiltered)
    return (
      <EmptyState
        title={title}
        action={
          <Button
            onClick={
              narrowing?.clear ?? (() => state.change({ predicates: [], metricPredicates: [] }))
            }
          >
            {narrowing?.label ?? 'Clear the filters'}
          </Button>
        }
      >
        No {subject} in this time frame passes the filters{narrowing && ' and the search'}.
      </EmptyState>
    )
  const { startMs, endMs } = state.resolved
  return (
    <EmptyState
      title={title}
      action={
        endMs - startMs < longestMs && (
          <Button onClick={() => state.setTimeframe([longest])}>Show the last 30 days</Button>
        )
      }
    >
      No {subject} in this time frame. A longer one may have some.
    </EmptyState>
  )
}
