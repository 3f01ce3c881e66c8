import { unknownValue } from '@playhead/domain/format.ts'
import {
  type Asset,
  mediaAddress,
  rateText,
  shownPlaybackId,
  type Track,
} from '@playhead/features/video/assets/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'

type TrackAction = 'rename' | 'remove'

interface ColumnOptions {
  asset: Asset
  onAction: (action: TrackAction, track: Track) => void
}

/** The code in files that name no language. */
const undetermined = 'und'

const typeWords = { video: 'Video', audio: 'Audio', text: 'Text' } as const
const statuses = {
  preparing: { tone: 'info', word: 'Preparing' },
  ready: { tone: 'good', word: 'Ready' },
  errored: { tone: 'bad', word: 'Errored' },
  deleted: { tone: 'neutral', word: 'Deleted' },
} as const

const sourceWords = {
  uploaded: 'From a file',
  embedded: 'In the input',
  generated_live: 'Generated live',
  generated_live_final: 'Generated live',
  generated_vod: 'Generated',
} as const

export const trackName = (track: Track) => track.name || typeWords[track.type]

const formOf = (track: Track) => {
  const { maxWidth, maxHeight, maxFrameRate, maxChannels } = track
  if (maxWidth !== undefined && maxHeight !== undefined) {
    const rate = rateText(maxFrameRate)
    return `${maxWidth} × ${maxHeight}${rate === unknownValue ? '' : `, ${rate}`}`
  }
  if (maxChannels !== undefined)
    return `${maxChannels} ${maxChannels === 1 ? 'channel' : 'channels'}`
  return track.textSource ? sourceWords[track.textSource] : unknownValue
}

const Status = ({ track }: { track: Track }) => {
  const { tone, word } = statuses[track.status]
  return (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {track.error?.messages.map((message) => (
        <span key={message} className="text-xs text-ink-2">
          {message}
        </span>
      ))}
    </div>
  )
}

/** A readable text; signed ones need a token, which a link should not contain. */
const TextLink = ({ asset, track }: { asset: Asset; track: Track }) => {
  const shown = shownPlaybackId(asset)
  if (track.type !== 'text' || track.status !== 'ready' || shown?.policy !== 'public')
    return trackName(track)
  return (
    <Link isExternal href={mediaAddress(`${shown.id}/text/${track.id}.vtt`)}>
      {trackName(track)}
    </Link>
  )
}

const actionsOf = (track: Track, onAction: ColumnOptions['onAction']) => [
  { id: 'rename', label: 'Rename', onSelect: () => onAction('rename', track) },
  ...(track.primary
    ? []
    : [
        {
          id: 'remove',
          label: 'Delete',
          isDanger: true,
          onSelect: () => onAction('remove', track),
        },
      ]),
]

export const trackColumns = ({ asset, onAction }: ColumnOptions): Column<Track>[] => [
  {
    id: 'name',
    title: 'Name',
    isMain: true,
    width: 240,
    render: (track) => (
      <span className="flex flex-wrap items-center gap-2">
        <TextLink asset={asset} track={track} />
        {track.primary && <Badge>Primary</Badge>}
        {track.closedCaptions && <Badge>CC</Badge>}
      </span>
    ),
  },
  { id: 'type', title: 'Type', width: 90, render: ({ type }) => typeWords[type] },
  {
    id: 'language',
    title: 'Language',
    width: 110,
    render: ({ languageCode: code }) =>
      code === undefined || code === undetermined ? unknownValue : code,
  },
  {
    id: 'form',
    title: 'Form',
    width: 190,
    render: (track) => <span className="whitespace-nowrap tabular-nums">{formOf(track)}</span>,
  },
  { id: 'status', title: 'Status', render: (track) => <Status track={track} /> },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (track) =>
      track.type !== 'video' && (
        <LazyMenu
          label={`Actions for ${trackName(track)}`}
          placement="bottom end"
          trigger={
            <IconButton size="sm" icon={<MoreIcon />} label={`Actions for ${trackName(track)}`} />
          }
          items={actionsOf(track, onAction)}
        />
      ),
  },
]
