import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { broadcasts } from '../../contract.ts'

export type Health = CallResponse<typeof broadcasts.streamHealth>
export type HealthPoint = Health['data'][number]
export type Advice = Health['advice'][number]
export type Metadata = CallResponse<typeof broadcasts.streamMetadata>['data']

/** LIVE-021 */
export const healthEveryMs = 30_000

/** Without a start time, the last half hour; cards of one page share the request. LIVE-022 */
export const useHealth = (streamId: string, startSeconds?: number, isEnabled = true) =>
  useQuery({
    ...query(
      broadcasts.streamHealth,
      {
        params: { id: streamId },
        query: startSeconds === undefined ? {} : { startTime: startSeconds },
      },
      { quiet: true },
    ),
    enabled: isEnabled,
    refetchInterval: healthEveryMs,
    // Another range takes a moment; the lanes stay until it is there.
    placeholderData: keepPreviousData,
  })

/** LIVE-022 */
export const useMetadata = (streamId: string) =>
  useQuery({
    ...query(broadcasts.streamMetadata, { params: { id: streamId } }, { quiet: true }),
    refetchInterval: healthEveryMs,
  })
