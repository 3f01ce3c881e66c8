import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { WhyAnswer, type WhyAnswerProps } from './why-answer.tsx'

export interface WhyDrawerProps extends Omit<WhyAnswerProps, 'state' | 'onFiltered'> {
  isOpen: boolean
  onClose: () => void
  state: QuestionState
}

export const WhyDrawer = (props: WhyDrawerProps) => (
  <Drawer
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="Why?"
    description={
      props.range
        ? 'The selected range against what comes before it'
        : 'This range against the one of the same length before'
    }
  >
    {props.state.resolved.isHistorical ? (
      <EmptyState title="Not available for the selected time range">
        Choose a range of the last 100 days: older ones are kept as sums of days.
      </EmptyState>
    ) : (
      <WhyAnswer {...props} onFiltered={props.onClose} />
    )}
  </Drawer>
)
