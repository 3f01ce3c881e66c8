import type { Entry } from '@playhead/features/video/hosted-screens/web'
import type { KnownTokens } from '@playhead/features/video/preview-tokens/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LockIcon } from '@playhead/ui/icons/subject-icons.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import {
  type Asset,
  createdAtOf,
  durationText,
  resolutionText,
  shownPlaybackId,
  titleOf,
} from './asset-facts.ts'
import { AssetStatus } from './asset-status.tsx'
import { AssetThumbnail } from './asset-thumbnail.tsx'

const TitleLink = ({ asset }: { asset: Asset }) => {
  const path = usePath()
  const hasTitle = Boolean(asset.meta?.title)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        kind="plain"
        href={path(`video/assets/${asset.id}/monitor`)}
        className={`min-w-0 break-words ${hasTitle ? '' : 'font-mono text-xs'}`}
      >
        {titleOf(asset)}
      </Link>
      {shownPlaybackId(asset)?.policy === 'signed' && (
        <span className="shrink-0 text-ink-3" title="Needs a token to play">
          <LockIcon size={13} />
          <VisuallyHidden>Needs a token to play</VisuallyHidden>
        </span>
      )}
      {asset.test && <Badge>Test</Badge>}
    </span>
  )
}

/** ASST-003 */
export const assetColumns = (tokens: KnownTokens): Column<Entry<Asset>>[] => [
  {
    id: 'thumbnail',
    title: 'Thumbnail',
    isTitleHidden: true,
    width: 70,
    render: ({ item: asset }) => <AssetThumbnail asset={asset} tokens={tokens} />,
  },
  {
    id: 'title',
    title: 'Title',
    isMain: true,
    isSortable: true,
    render: ({ item: asset }) => <TitleLink asset={asset} />,
  },
  {
    id: 'status',
    title: 'Status',
    isSortable: true,
    width: 150,
    render: ({ item: asset }) => <AssetStatus asset={asset} />,
  },
  {
    id: 'duration',
    title: 'Duration',
    align: 'end',
    isSortable: true,
    width: 120,
    render: ({ item }) => (
      <span className="whitespace-nowrap tabular-nums">{durationText(item.duration)}</span>
    ),
  },
  {
    id: 'resolution',
    title: 'Resolution',
    align: 'end',
    width: 130,
    render: ({ item: asset }) => (
      <span className="whitespace-nowrap tabular-nums">{resolutionText(asset)}</span>
    ),
  },
  {
    id: 'created_at',
    title: 'Created',
    isSortable: true,
    width: 190,
    render: ({ item }) => {
      const at = createdAtOf(item)
      return <Time at={at} />
    },
  },
]
