import { useQuery } from '@tanstack/react-query'
import { mediaAddress } from '@playhead/features/video/assets/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'

const ask = async (address: string, signal: AbortSignal) =>
  (await fetch(address, { signal })).status

/** ASST-015 */
export const IframeHealth = ({ playbackId }: { playbackId: string }) => {
  const address = mediaAddress(`embed/${playbackId}/health`)
  const health = useQuery({
    queryKey: ['iframe-health', address],
    queryFn: ({ signal }) => ask(address, signal),
    retry: false,
    staleTime: 10_000,
  })
  if (health.isPending) return <Badge>Checking the player</Badge>
  return health.data === 200 ? (
    <Badge tone="good">Player is healthy</Badge>
  ) : (
    <Badge tone="bad">Player does not answer</Badge>
  )
}
