import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '@playhead/web-kit/call.ts'
import { query } from '@playhead/web-kit/query.ts'
import { playback } from '@playhead/features/video/playback/contract'
import { type Asset, shownPlaybackId } from './asset-facts.ts'

export type PreviewTokens = CallAnswer<typeof playback.previewTokens>['data'][number]

/** Asked again long before they end, and not while somebody watches. */
const staleMs = 3 * 3600_000

/** Of those ids that need one; undefined until they are known. */
export const usePreviewTokens = (playbackIds: readonly string[]) => {
  const ids = playbackIds.toSorted()
  const { data, isError } = useQuery({
    ...query(playback.previewTokens, { query: { playbackIds: ids } }, { quiet: true }),
    enabled: ids.length > 0,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
  return {
    isFailed: isError,
    of: (id: string): PreviewTokens | undefined =>
      data?.data.find(({ playbackId }) => playbackId === id),
  }
}

export type KnownTokens = ReturnType<typeof usePreviewTokens>

export const signedIdsOf = (assets: readonly Asset[]) =>
  assets.flatMap((asset) => {
    const shown = shownPlaybackId(asset)
    return shown?.policy === 'signed' ? [shown.id] : []
  })
