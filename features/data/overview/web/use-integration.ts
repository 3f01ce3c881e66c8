import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errors } from '@playhead/features/data/errors/contract'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { useRealtimeState } from '@playhead/web-kit/realtime/realtime-state.ts'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { overview } from '../contract.ts'

/** Without a socket. */
const waitingEveryMs = 3_000

/** The status from the session, so that the layout does not shift when the response agrees. */
const useRemembered = (environmentId: string) => {
  const environment = useEnvironment()
  if (environment?.id !== environmentId || environment.status === undefined) return undefined
  const { id, status } = environment
  return { data: { id, status, integrated: status === 'integrated' } }
}

/** METR-004: waits until views arrive, then refreshes the screen. The socket changes the session. RTCH-030 */
export const useIntegration = (environmentId: string) => {
  const remembered = useRemembered(environmentId)
  const isAway = useRealtimeState() === 'away'
  const status = useQuery({
    ...query(overview.status, { params: { id: environmentId } }, { quiet: true }),
    enabled: environmentId !== '',
    placeholderData: remembered,
    refetchInterval: ({ state }) =>
      isAway && state.data && !state.data.data.integrated ? waitingEveryMs : false,
  })
  const progress = `${environmentId} ${remembered?.data.status}`
  const seenProgress = useRef(progress)
  useEffect(() => {
    if (seenProgress.current !== progress) void invalidate(overview.status)
    seenProgress.current = progress
  }, [progress])
  const answer = status.data?.data
  const fetched = status.isPlaceholderData ? undefined : answer
  const before = useRef(fetched)
  useEffect(() => {
    if (before.current?.integrated === false && fetched?.integrated)
      void invalidate(overview.uiCards, errors.list, metricEndpoints.insights)
    before.current = fetched
  }, [fetched])
  return {
    /** Undefined until the first response. */
    isIntegrated: answer?.integrated,
    isProcessing: answer?.status === 'views_processing',
  }
}
