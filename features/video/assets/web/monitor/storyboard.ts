import { useQuery } from '@tanstack/react-query'
import { mediaAddress } from '../media-address.ts'

/** Times of a video as tiles of one picture; the field names are those of the JSON file. */
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

/** ASST-014: thumbnails come from this host. */
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
