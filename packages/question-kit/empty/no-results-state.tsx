import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { GetStartedButton } from './get-started-button.tsx'
import { useIsWaiting } from './use-emptiness.ts'
import { isFiltered, type Widened, widerQuestion } from '../question/wider-question.tsx'

interface NoResultsProps {
  state: Widened
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
  if (narrowing?.isNarrowed || isFiltered(state))
    return (
      <EmptyState
        title={title}
        action={
          narrowing ? (
            <Button onClick={narrowing.clear}>{narrowing.label}</Button>
          ) : (
            widerQuestion(state)
          )
        }
      >
        No {subject} in this time frame passes the filters{narrowing && ' and the search'}.
      </EmptyState>
    )
  return (
    <EmptyState title={title} action={widerQuestion(state)}>
      No {subject} in this time frame. A longer one may have some.
    </EmptyState>
  )
}
