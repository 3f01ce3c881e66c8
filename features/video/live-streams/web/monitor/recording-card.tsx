import { formatDate, formatFullDate } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import type { assets } from '@playhead/features/video/assets/contract'
import { clockText } from '../clock-text.ts'
import { newestAssetId, titleOf } from '../live-stream-facts.ts'
import type { PartProps } from '../slots.ts'
import { useRecording } from '../use-recording.ts'

type Asset = CallResponse<typeof assets.retrieve>['data']

/** While it grows its length is known only to players. */
const lengthOf = ({ duration, isLive, createdAt }: Asset) => {
  if (duration !== undefined) return `${clockText(duration)} recorded`
  return isLive
    ? `Recorded since ${formatFullDate(Number(createdAt) * 1000)}`
    : 'Its length is not known'
}

const Facts = ({ asset, fallback }: { asset: Asset; fallback: string }) => (
  <div className="min-w-0">
    <p className="truncate font-medium">{asset.meta?.title || fallback}</p>
    <p className="text-sm text-ink-3 tabular-nums">{lengthOf(asset)}</p>
    <p className="text-sm text-ink-3">
      {asset.isLive
        ? 'Plays from the start while it grows'
        : `Begun ${formatDate(Number(asset.createdAt) * 1000)}`}
    </p>
  </div>
)

/** Only once there is a recording; its asset may have been deleted since. */
export const RecordingCard = ({ stream }: PartProps) => {
  const assetId = newestAssetId(stream)
  const recording = useRecording(assetId)
  const path = usePath()
  const isGone = isCallError(recording.error) && recording.error.status === 404
  if (assetId === undefined || isGone) return null
  const asset = recording.data?.data
  return (
    <Card
      title={stream.activeAssetId === undefined ? 'Last recording' : 'Recording'}
      isFailing={recording.isLoadingError}
      actions={
        <Link kind="quiet" href={path(`video/assets/${assetId}/monitor`)} className="text-sm">
          Open asset
        </Link>
      }
    >
      {asset ? (
        <Facts asset={asset} fallback={titleOf(stream)} />
      ) : recording.isLoadingError ? (
        <FailedState message={recording.error.message} onRetry={() => void recording.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
