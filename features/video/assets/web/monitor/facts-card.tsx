import { formatFullDate, unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import {
  type Asset,
  createdAtOf,
  durationText,
  isAudioOnly,
  rateText,
  resolutionText,
  shownPlaybackId,
} from '../asset-facts.ts'

const ingestWords = {
  on_demand_url: 'Imported from an address',
  on_demand_direct_upload: 'Uploaded',
  on_demand_clip: 'Clip of another asset',
  live_rtmp: 'Recorded live by RTMP',
  live_srt: 'Recorded live by SRT',
} as const

const qualityWords = { basic: 'Basic', plus: 'Plus', premium: 'Premium' } as const

const Source = ({ asset }: { asset: Asset }) => {
  const path = usePath()
  const words = ingestWords[asset.ingestType]
  const { sourceAssetId, liveStreamId } = asset
  if (sourceAssetId !== undefined)
    return <Link href={path(`video/assets/${sourceAssetId}/monitor`)}>{words}</Link>
  if (liveStreamId !== undefined)
    return <Link href={path(`video/live-streams/${liveStreamId}/monitor`)}>{words}</Link>
  return words
}

const pictureFacts = (asset: Asset) =>
  isAudioOnly(asset)
    ? []
    : [
        { term: 'Aspect ratio', detail: asset.aspectRatio ?? unknownValue },
        { term: 'Frame rate', detail: rateText(asset.maxStoredFrameRate) },
      ]

/** A signed id needs a token, which a link that is passed on must not hold. */
const WatchPageLink = ({ asset }: { asset: Asset }) => {
  const shown = shownPlaybackId(asset)
  return (
    asset.status === 'ready' &&
    shown?.policy === 'public' && (
      <Link isExternal href={`/watch/${shown.id}`}>
        Open the watch page
      </Link>
    )
  )
}

/** ASST-009 */
export const FactsCard = ({ asset }: { asset: Asset }) => {
  const playbackId = shownPlaybackId(asset)?.id
  return (
    <Card title="Asset" actions={<WatchPageLink asset={asset} />}>
      <DescriptionList
        items={[
          { term: 'ID', detail: <CopyControl value={asset.id} label="Copy the asset ID" /> },
          {
            term: 'Playback ID',
            detail:
              playbackId === undefined ? (
                unknownValue
              ) : (
                <CopyControl value={playbackId} label="Copy the playback ID" />
              ),
          },
          { term: 'Created', detail: formatFullDate(createdAtOf(asset)) },
          { term: 'Duration', detail: durationText(asset.duration) },
          { term: 'Resolution', detail: resolutionText(asset) },
          ...pictureFacts(asset),
          {
            term: 'Quality',
            detail: `${qualityWords[asset.videoQuality]}, up to ${asset.maxResolutionTier}`,
          },
          { term: 'Source', detail: <Source asset={asset} /> },
          ...(asset.uploadId === undefined
            ? []
            : [
                {
                  term: 'Upload ID',
                  detail: <CopyControl value={asset.uploadId} label="Copy the upload ID" />,
                },
              ]),
        ]}
      />
    </Card>
  )
}
