import { Sparkline } from '@playhead/charts/sparkline.tsx'
import { formatNumber } from '@playhead/domain/format.ts'
import { LiveBadge } from '@playhead/ui/badge.tsx'
import { Link } from '@playhead/ui/link.tsx'
import { usePath } from '@playhead/web-kit/paths.ts'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import { TileFrame, tileLink } from './metric-tile.tsx'
import { useConcurrentViewers } from './use-overview.ts'

/** METR-006: what no question about ended views can say. */
export const ConcurrentViewersTile = () => {
  const { realtime } = useFlags()
  const path = usePath()
  const asked = useConcurrentViewers()
  if (!realtime) return null
  const points = asked.data?.data ?? []
  const now = points.findLast(({ value }) => value !== null)
  return (
    <TileFrame
      title={
        <Link
          kind="plain"
          href={path('monitoring/current-concurrent-viewers')}
          className={tileLink}
        >
          Concurrent viewers
        </Link>
      }
      badge={<LiveBadge />}
      figure={formatNumber(now?.value)}
      note={asked.isError && !asked.data ? 'Couldn’t be read right now' : 'In the last 30 minutes'}
    >
      <Sparkline
        label="Concurrent viewers in the last 30 minutes"
        values={points.map(({ value }) => value)}
        baseline="zero"
        tone={2}
      />
    </TileFrame>
  )
}
