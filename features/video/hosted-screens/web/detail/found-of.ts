import type { UseQueryResult } from '@tanstack/react-query'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'

/** One that disappears while a person looks is deleted, not unknown. ASST-019, LIVE-019 */
export const foundOf = <H>(found: UseQueryResult<{ data: H }>, isDeletedByEvent: boolean) => {
  const isMissing = isCallError(found.error) && found.error.status === 404
  const isKnown = found.data !== undefined
  return {
    item: found.data?.data,
    isDeleted: isDeletedByEvent || (isKnown && isMissing),
    isMissing: isMissing && !isKnown,
    failure: found.isLoadingError ? found.error : undefined,
    isFetching: found.isFetching,
    refetch: () => void found.refetch(),
  }
}
