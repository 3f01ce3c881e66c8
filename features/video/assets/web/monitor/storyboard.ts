import { useQuery } from '@tanstack/react-query'
import { mediaAddress } from '../media-address.ts'

/** Moments of a video as parts of one picture; the names are those of the file. */
export interface Storyboard {
  url: string
  tile_width: number
  tile_height: number
  duration: number
  tiles: readonly { start: number; x: number; y: number }[]
}

const read = async (address: string, signal: AbortSignal) => {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error('The pictures of this video could not be loaded.')
  return (await answer.json()) as Storyboard
}

/** ASST-014: from the host of thumbnails, which is this one. */
export const useStoryboard = (playbackId: string, token: string | undefined, isAsked: boolean) => {
  const address = mediaAddress(`${playbackId}/storyboard.json`, { token })
  return useQuery({
    queryKey: ['storyboard', address],
    queryFn: ({ signal }) => read(address, signal),
    enabled: isAsked,
    staleTime: Infinity,
    retry: 1,
  })
}
