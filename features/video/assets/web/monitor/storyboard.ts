import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { mediaAddress } from '../media-address.ts'

/** Moments of a video as parts of one picture. */
const Storyboard = z.object({
  url: z.string(),
  tile_width: z.number(),
  tile_height: z.number(),
  duration: z.number(),
  tiles: z.array(z.object({ start: z.number(), x: z.number(), y: z.number() })),
})
export type Storyboard = z.output<typeof Storyboard>

const read = async (address: string, signal: AbortSignal) => {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error('The pictures of this video could not be loaded.')
  return Storyboard.parse(await answer.json())
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
