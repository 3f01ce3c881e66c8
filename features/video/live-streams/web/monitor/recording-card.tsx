import { formatDate, formatLength } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import type { assets } from '@playhead/features/video/assets/contract'
import { AssetThumbnail, shownPlaybackId } from '@playhead/features/video/assets/web'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { BroadcastClock } from '../detail/broadcast-clock.tsx'
import { newestAssetId, titleOf } from '../live-stream-facts.ts'
import type { PartProps } from '../slots.ts'
import { useRecording } from '../use-recording.ts'

type Asset = CallResponse<typeof assets.retrieve>['data']

/** While it grows it is as long as its broadcast. */
const Length = ({ asset }: { asset: Asset }) => {
  if (asset.duration !== undefined) return `${formatLength(asset.duration * 1000)} recorded`
  if (!asset.isLive) return 'Its length is not known'
  return (
    <>
      Recording for <BroadcastClock assetId={asset.id} />
    </>
  )
}

interface FactsProps {
  asset: Asset
  fallback: string
  href: string
  readAt: number
}

/** The picture leads to the asset as well; screen readers hear of one link. */
const Facts = ({ asset, fallback, href, readAt }: FactsProps) => {
  const shown = shownPlaybackId(asset)
  const tokens = usePreviewTokens(shown?.policy === 'signed' ? [shown.id] : [])
  return (
    <div className="flex items-center gap-3">
      <Link href={href} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <AssetThumbnail
          asset={asset}
          tokens={tokens}
          size="large"
          shownAt={asset.isLive ? readAt : undefined}
        />
      </Link>
      <div className="min-w-0">
        <p className="truncate font-medium">{asset.meta?.title || fallback}</p>
        <p className="text-sm text-ink-3 tabular-nums">
          <Length asset={asset} />
        </p>
        <p className="text-sm text-ink-3">
          {asset.isLive
            ? 'Plays from the start while it grows'
            : `Begun ${formatDate(Number(asset.createdAt) * 1000)}`}
        </p>
      </div>
    </div>
  )
}

/** Only once there is a recording; its asset may have been deleted since. */
export const RecordingCard = ({ stream }: PartProps) => {
  const assetId = newestAssetId(stream)
  const recording = useRecording(assetId)
  const path = usePath()
  const isGone = isCallError(recording.error) && recording.error.status === 404
  if (assetId === undefined || isGone) return null
  const asset = recording.data?.data
  const href = path(`video/assets/${assetId}/monitor`)
  return (
    <Card
      title={stream.activeAssetId === undefined ? 'Last recording' : 'Recording'}
      isFailing={recording.isLoadingError}
      actions={
        <Link kind="quiet" href={href} className="text-sm">
          Open asset
        </Link>
      }
    >
      {asset ? (
        <Facts
          asset={asset}
          fallback={titleOf(stream)}
          href={href}
          readAt={recording.dataUpdatedAt}
        />
      ) : recording.isLoadingError ? (
        <FailedState message={recording.error.message} onRetry={() => void recording.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}
