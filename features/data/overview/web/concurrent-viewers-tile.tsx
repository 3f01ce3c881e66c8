import { extremesText, Sparkline } from '@playhead/charts/lines/sparkline.tsx'
import { formatNumber } from '@playhead/domain/format.ts'
import { LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { TileFrame, tileLink } from './metric-tile.tsx'
import { useConcurrentViewers } from './use-overview.ts'

const title = 'Concurrent viewers'

/** METR-006: questions cover ended views only, so this comes from monitoring. */
export const ConcurrentViewersTile = () => {
  const { realtime } = useFlags()
  const href = useScreenPath()('monitoring/current-concurrent-viewers')
  const asked = useConcurrentViewers()
  if (!realtime) return null
  const points = asked.data?.data ?? []
  const values = points.map(({ value }) => value)
  const now = points.findLast(({ value }) => value !== null)
  return (
    <TileFrame
      title={
        href ? (
          <Link
            kind="plain"
            href={href}
            className={tileLink}
            title={extremesText(values, formatNumber)}
          >
            {title}
          </Link>
        ) : (
          title
        )
      }
      badge={<LiveBadge />}
      figure={formatNumber(now?.value)}
      note={asked.isError && !asked.data ? 'Couldn’t be read right now' : 'In the last 30 minutes'}
    >
      <Sparkline
        label="Concurrent viewers in the last 30 minutes"
        values={values}
        baseline="zero"
        tone={2}
      />
    </TileFrame>
  )
}
