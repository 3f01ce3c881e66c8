import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { previews } from '../contract.ts'

export type PreviewTokens = CallResponse<typeof previews.previewTokens>['data'][number]

/** Long before the tokens expire. */
const staleMs = 3 * 3600_000

interface PreviewOptions {
  /** Of a broadcast, which may be looked at for longer than a token holds. Others are not replaced while they play. */
  isLive?: boolean
}

/** Tokens for the ids that need one; undefined until loaded. */
export const usePreviewTokens = (
  playbackIds: readonly string[],
  { isLive = false }: PreviewOptions = {},
) => {
  const ids = playbackIds.toSorted()
  const { data, isError } = useQuery({
    ...query(previews.previewTokens, { query: { playbackIds: ids } }, { quiet: true }),
    enabled: ids.length > 0,
    staleTime: staleMs,
    // Also in a tab that nobody looks at, where it would be counted as a viewer from then on.
    ...(isLive && { refetchInterval: staleMs, refetchIntervalInBackground: true }),
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
