import { useQuery } from '@tanstack/react-query'
import { assets } from '@playhead/features/video/assets/contract'
import { query } from '@playhead/web-kit/queries/query.ts'

/** Its length and size grow without events. */
const refetchInterval = 10_000

/** The recording of a broadcast, while it grows. */
export const useRecording = (assetId: string | undefined) =>
  useQuery({
    ...query(assets.retrieve, { params: { id: assetId ?? '' } }, { quiet: true }),
    enabled: assetId !== undefined,
    refetchInterval: ({ state }) => (state.data?.data.isLive ? refetchInterval : false),
  })
