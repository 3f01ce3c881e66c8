import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errors } from '@playhead/features/data/errors/contract'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { invalidate, query } from '@playhead/web-kit/query.ts'
import { overview } from '../contract.ts'

const waitingEveryMs = 3_000

/** METR-004: asked until views arrive; then what is on the screen is asked anew. */
export const useIntegration = (environmentId: string) => {
  const status = useQuery({
    ...query(overview.status, { params: { id: environmentId } }, { quiet: true }),
    enabled: environmentId !== '',
    refetchInterval: ({ state }) =>
      state.data && !state.data.data.integrated ? waitingEveryMs : false,
  })
  const answer = status.data?.data
  const before = useRef(answer)
  useEffect(() => {
    if (before.current?.integrated === false && answer?.integrated)
      void invalidate(overview.uiCards, errors.list, metricEndpoints.insights)
    before.current = answer
  }, [answer])
  return {
    /** Unknown for as long as nobody answered. */
    isIntegrated: answer?.integrated,
    isProcessing: answer?.status === 'views_processing',
  }
}
