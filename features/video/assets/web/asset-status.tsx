import { Badge } from '@playhead/ui/badge.tsx'
import type { Asset, AssetState } from './asset-facts.ts'

const tones = { preparing: 'info', ready: 'good', errored: 'bad', deleted: 'neutral' } as const
const words = {
  preparing: 'Preparing',
  ready: 'Ready',
  errored: 'Errored',
  deleted: 'Deleted',
} as const

interface AssetStatusProps {
  status: AssetState
  progress?: Asset['progress']
}

/** ASST-010 */
export const AssetStatus = ({ status, progress }: AssetStatusProps) => {
  const percent =
    status === 'preparing' && progress && progress.progress > 0
      ? ` ${Math.floor(progress.progress)} %`
      : ''
  return (
    <Badge tone={tones[status]}>
      {words[status]}
      {percent && <span className="tabular-nums">{percent}</span>}
    </Badge>
  )
}
