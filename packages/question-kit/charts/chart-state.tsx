import type { ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { GetStartedButton } from '../empty/get-started.tsx'
import { useIsWaiting } from '../empty/use-emptiness.ts'
import { type Widened, widerQuestion } from '../question/wider-question.tsx'
import type { MetricLines } from './use-metric-lines.ts'

/** The guide to setting up a player. */
const guide = '/docs/collecting'

interface Asked {
  lines: MetricLines | undefined
  error: Error | null
  isRetrying: boolean
  retry: () => void
  /** The question that an empty chart offers to widen. */
  widens?: Widened | undefined
}

const refusals = new Set(['invalid_timeframe', 'invalid_parameters', 'query_too_costly'])

const refusal = (error: Error) =>
  isCallError(error) && refusals.has(error.type) ? error.messages.join(' ') : undefined

export const useChartState = ({ lines, error, isRetrying, retry, widens }: Asked): ChartState => {
  const isEmpty = lines !== undefined && !lines.hasValues
  const { isKnown, isWaiting } = useIsWaiting(isEmpty)
  if (error) {
    const text = refusal(error)
    // METR-028: a refused timeframe would be refused again, so there is no retry.
    if (text) return { kind: 'empty', title: 'Change the time frame or filters', text }
    if (isCallError(error) && error.type === 'question_stopped')
      return {
        kind: 'empty',
        title: 'You stopped this question',
        text: 'Ask it again, or choose a shorter time frame.',
        action: <Button onClick={retry}>Ask again</Button>,
      }
    return { kind: 'failed', message: error.message, onRetry: retry, isRetrying }
  }
  if (!lines || (isEmpty && !isKnown)) return { kind: 'loading' }
  if (!isEmpty) return { kind: 'ready' }
  // METR-026 fixes the text, so that the button alone says what to change.
  if (!isWaiting) return { kind: 'empty', action: widens && widerQuestion(widens) }
  return {
    kind: 'empty',
    title: 'No views received for this environment',
    text: 'Views appear here once you add the SDK.',
    action: (
      <span className="flex flex-wrap justify-center gap-2">
        <GetStartedButton isQuiet />
        <LinkButton href={guide}>Integrate a player SDK</LinkButton>
      </span>
    ),
  }
}
