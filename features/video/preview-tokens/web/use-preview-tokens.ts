import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { previews } from '../contract.ts'

export type PreviewTokens = CallResponse<typeof previews.previewTokens>['data'][number]

/** Refreshed long before the tokens expire, and not while a video plays. */
const staleMs = 3 * 3600_000

/** Tokens for the ids that need one; undefined until loaded. */
export const usePreviewTokens = (playbackIds: readonly string[]) => {
  const ids = playbackIds.toSorted()
  const { data, isError } = useQuery({
    ...query(previews.previewTokens, { query: { playbackIds: ids } }, { quiet: true }),
    enabled: ids.length > 0,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
  return {
    isFailed: isError,
    isLoaded: data !== undefined,
    of: (id: string): PreviewTokens | undefined =>
      data?.data.find(({ playbackId }) => playbackId === id),
  }
}

export type KnownTokens = ReturnType<typeof usePreviewTokens>
