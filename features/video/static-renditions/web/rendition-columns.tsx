import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { bytesText, mediaAddress, type StaticRendition } from '@playhead/features/video/assets/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { DownloadIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'

const statuses = {
  preparing: { tone: 'info', word: 'Preparing' },
  ready: { tone: 'good', word: 'Ready' },
  skipped: { tone: 'neutral', word: 'Skipped' },
  errored: { tone: 'bad', word: 'Errored' },
} as const

const Status = ({ rendition }: { rendition: StaticRendition }) => {
  const { tone, word } = statuses[rendition.status]
  const said =
    rendition.status === 'skipped'
      ? ['The source is smaller than this.']
      : (rendition.error?.messages ?? [])
  return (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {said.map((message) => (
        <span key={message} className="text-xs text-ink-2">
          {message}
        </span>
      ))}
    </div>
  )
}

interface ColumnOptions {
  playbackId: string | undefined
  token: string | undefined
  onRemove: (rendition: StaticRendition) => void
}

export const renditionColumns = (options: ColumnOptions): Column<StaticRendition>[] => [
  {
    id: 'name',
    title: 'File',
    isMain: true,
    render: ({ name }) => <span className="font-mono text-xs">{name}</span>,
  },
  {
    id: 'size',
    title: 'Size',
    render: ({ width, height, resolution }) => (
      <span className="tabular-nums">
        {width !== undefined && height !== undefined
          ? `${width} × ${height}`
          : (resolution ?? unknownValue)}
      </span>
    ),
  },
  {
    id: 'bitrate',
    title: 'Bitrate',
    align: 'end',
    render: ({ bitrate }) => (
      <span className="tabular-nums">
        {bitrate === undefined ? unknownValue : `${formatNumber(bitrate / 1e6, 2)} Mbps`}
      </span>
    ),
  },
  {
    id: 'filesize',
    title: 'File size',
    align: 'end',
    render: ({ filesize }) => (
      <span className="tabular-nums">
        {bytesText(filesize === undefined ? undefined : Number(filesize))}
      </span>
    ),
  },
  { id: 'status', title: 'Status', render: (rendition) => <Status rendition={rendition} /> },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 190,
    render: (rendition) => (
      <span className="flex justify-end gap-2">
        {rendition.status === 'ready' && options.playbackId !== undefined && (
          <LinkButton
            size="sm"
            icon={<DownloadIcon size={13} />}
            download={rendition.name}
            aria-label={`Download ${rendition.name}`}
            href={mediaAddress(`${options.playbackId}/${rendition.name}`, {
              download: rendition.name,
              token: options.token,
            })}
          >
            Download
          </LinkButton>
        )}
        <IconButton
          size="sm"
          icon={<TrashIcon size={14} />}
          label={`Delete ${rendition.name}`}
          onClick={() => options.onRemove(rendition)}
        />
      </span>
    ),
  },
]
