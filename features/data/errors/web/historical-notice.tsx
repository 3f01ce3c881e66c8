import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { defaultTimeframe } from '@playhead/question-kit/timeframe/timeframe.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'

/** TIME-008: for older days only sums are stored. */
export const HistoricalNotice = ({ state }: { state: QuestionState }) => (
  <EmptyState
    title="Errors aren’t available for the selected time range"
    action={
      <Button onClick={() => state.setTimeframe([defaultTimeframe])}>Show the last 24 hours</Button>
    }
  >
    For days this long ago, only sums are kept. Errors can be shown for the most recent days.
  </EmptyState>
)
