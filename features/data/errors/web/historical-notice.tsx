import { defaultTimeframe, type QuestionState } from '@playhead/features/data/filters/web'
import { Button } from '@playhead/ui/button.tsx'
import { EmptyState } from '@playhead/ui/empty-state.tsx'

/** TIME-008: days older than that are kept as sums. */
export const HistoricalNotice = ({ state }: { state: QuestionState }) => (
  <EmptyState
    title="Errors aren’t available for the selected time range"
    action={
      <Button onClick={() => state.setTimeframe([defaultTimeframe])}>Show the last 24 hours</Button>
    }
  >
    Of days this long ago only sums are kept. Errors can be shown for the most recent days.
  </EmptyState>
)
