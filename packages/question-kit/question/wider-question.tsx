import type { ReactNode } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import type { QuestionState } from './use-question.ts'

const longest = '30:days'
const longestMs = 30 * 86_400_000

export type Widened = Pick<QuestionState, 'question' | 'resolved' | 'change' | 'setTimeframe'>

export const isFiltered = ({ question }: Pick<Widened, 'question'>): boolean =>
  question.predicates.length + question.metricPredicates.length > 0

/** The button that helps where nothing was found: fewer filters, or a longer range. */
export const widerQuestion = (state: Widened): ReactNode => {
  if (isFiltered(state))
    return (
      <Button onClick={() => state.change({ predicates: [], metricPredicates: [] })}>
        Clear the filters
      </Button>
    )
  const { startMs, endMs } = state.resolved
  return (
    endMs - startMs < longestMs && (
      <Button onClick={() => state.setTimeframe([longest])}>Show the last 30 days</Button>
    )
  )
}
