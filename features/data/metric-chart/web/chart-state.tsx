import { useQuery } from '@tanstack/react-query'
import type { ChartState } from '@playhead/charts/chart-frame.tsx'
import { environments } from '@playhead/features/account/environments/contract'
import { LinkButton } from '@playhead/ui/link-button.tsx'
import { isCallError } from '@playhead/web-kit/call-error.ts'
import { query } from '@playhead/web-kit/query.ts'
import type { MetricLines } from './use-metric-lines.ts'

/** Where it is described how a player reports. */
const guide = '/docs/collecting'

interface Asked {
  lines: MetricLines | undefined
  error: Error | null
  isRetrying: boolean
  retry: () => void
}

/** Whether any view ever came; asked only where there is nothing to draw. METR-027 */
const useIsWaiting = (isEnabled: boolean) => {
  const asked = useQuery({
    ...query(environments.current, {}, { quiet: true }),
    enabled: isEnabled,
  })
  return { isKnown: !asked.isLoading, isWaiting: asked.data?.data.status === 'waiting' }
}

const refusals = new Set(['invalid_timeframe', 'invalid_parameters', 'query_too_costly'])

const refusal = (error: Error) =>
  isCallError(error) && refusals.has(error.type) ? error.messages.join(' ') : undefined

export const useChartState = ({ lines, error, isRetrying, retry }: Asked): ChartState => {
  const isEmpty = lines !== undefined && !lines.hasValues
  const { isKnown, isWaiting } = useIsWaiting(isEmpty)
  if (error) {
    const text = refusal(error)
    // METR-028: what was refused is refused again, so there is nothing to retry.
    if (text) return { kind: 'empty', title: 'Change the time frame or filters', text }
    return { kind: 'failed', message: error.message, onRetry: retry, isRetrying }
  }
  if (!lines || (isEmpty && !isKnown)) return { kind: 'loading' }
  if (!isEmpty) return { kind: 'ready' }
  if (!isWaiting) return { kind: 'empty' }
  return {
    kind: 'empty',
    title: 'No views received for this environment',
    text: 'Players report their views here as soon as they are told to.',
    action: <LinkButton href={guide}>Integrate a player SDK</LinkButton>,
  }
}
