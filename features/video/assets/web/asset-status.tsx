import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { type Asset, type AssetState, missesFiles } from './asset-facts.ts'

const tones = { preparing: 'info', ready: 'good', errored: 'bad', deleted: 'neutral' } as const
const words = {
  preparing: 'Preparing',
  ready: 'Ready',
  errored: 'Errored',
  deleted: 'Deleted',
} as const

interface AssetStatusProps {
  asset: Asset
  isDeleted?: boolean
}

/** ASST-010 */
export const AssetStatus = ({ asset, isDeleted = false }: AssetStatusProps) => {
  const { progress } = asset
  const status: AssetState = isDeleted ? 'deleted' : asset.status
  if (!isDeleted && missesFiles(asset)) return <Badge tone="bad">Files missing</Badge>
  // It can be watched already, and grows.
  if (status === 'ready' && asset.isLive) return <LiveBadge>Live</LiveBadge>
  const percent =
    status === 'preparing' && progress.progress > 0 ? ` ${Math.floor(progress.progress)} %` : ''
  return (
    <Badge tone={tones[status]}>
      {words[status]}
      {percent && <span className="tabular-nums">{percent}</span>}
    </Badge>
  )
}
