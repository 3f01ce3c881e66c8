import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { broadcasts } from '../../contract.ts'

export type Connection = CallResponse<typeof broadcasts.connections>['data'][number]

/** Read again with each event; a slate is shown without one. */
export const useConnections = (
  streamId: string,
  {
    newestEventId,
    refetchInterval,
  }: { newestEventId: string | undefined; refetchInterval: number },
) => {
  const connections = useQuery({
    ...query(broadcasts.connections, { params: { id: streamId } }, { quiet: true }),
    refetchInterval,
  })
  const { refetch } = connections
  useEffect(() => {
    if (newestEventId !== undefined) void refetch()
  }, [newestEventId, refetch])
  return connections
}
