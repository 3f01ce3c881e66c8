import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { incidentNotificationRules } from '../../contract.ts'

export type Mute = CallResponse<typeof incidentNotificationRules.retrieveRule>['data']

const listedMax = 100

const pageOf = (page: number) =>
  query(incidentNotificationRules.listRules, { query: { page, limit: listedMax } }, { quiet: true })

/** Notification rules, newest first; an environment has at most two pages. ALRT-040 */
export const useMutes = () => {
  const first = useQuery(pageOf(1))
  const hasMore = (first.data?.totalRowCount ?? 0) > listedMax
  const second = useQuery({ ...pageOf(2), enabled: hasMore })
  const failed = [first, second].find(({ isLoadingError }) => isLoadingError)
  const isLoaded = first.data !== undefined && (!hasMore || second.data !== undefined)
  return {
    mutes: isLoaded ? [...first.data.data, ...(second.data?.data ?? [])] : undefined,
    failure: failed?.error
      ? { message: failed.error.message, onRetry: () => void failed.refetch() }
      : undefined,
  }
}
