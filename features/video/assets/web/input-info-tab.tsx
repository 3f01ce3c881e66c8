import { useQuery } from '@tanstack/react-query'
import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import { type Asset, durationText, rateText } from './asset-facts.ts'
import type { PartProps } from './slots.ts'

type Input = CallResponse<typeof assets.inputInfo>['data'][number]
type FileTrack = NonNullable<Input['file']>['tracks'][number]

const pictureOf = ({ width, height, frameRate }: FileTrack) =>
  width !== undefined &&
  height !== undefined &&
  [`${width} × ${height}`, frameRate !== undefined && frameRate > 0 && rateText(frameRate)]
    .filter(Boolean)
    .join(', ')

const soundOf = ({ sampleRate, channels }: FileTrack) =>
  sampleRate !== undefined &&
  [
    `${formatNumber(sampleRate / 1000, 1)} kHz`,
    channels !== undefined && `${channels} ${channels === 1 ? 'channel' : 'channels'}`,
  ]
    .filter(Boolean)
    .join(', ')

const columns: Column<FileTrack & { at: number }>[] = [
  {
    id: 'type',
    title: 'Track',
    isMain: true,
    render: ({ type }) => type.charAt(0).toUpperCase() + type.slice(1),
  },
  { id: 'encoding', title: 'Encoding', render: ({ encoding }) => encoding ?? unknownValue },
  {
    id: 'form',
    title: 'Form',
    render: (track) => (
      <span className="tabular-nums">{pictureOf(track) || soundOf(track) || unknownValue}</span>
    ),
  },
  {
    id: 'duration',
    title: 'Duration',
    align: 'end',
    render: ({ duration }) => <span className="tabular-nums">{durationText(duration)}</span>,
  },
]

const settingsOf = ({ settings, file }: Input, asset: Asset) => [
  {
    term: 'From',
    detail: settings.url ? (
      <CopyControl value={settings.url} label="Copy the address" />
    ) : asset.uploadId === undefined ? (
      unknownValue
    ) : (
      'An upload'
    ),
  },
  ...(file ? [{ term: 'Container', detail: file.containerFormat ?? unknownValue }] : []),
  ...(settings.type ? [{ term: 'Used as', detail: settings.type }] : []),
  ...(settings.languageCode ? [{ term: 'Language', detail: settings.languageCode }] : []),
  ...(settings.startTime !== undefined
    ? [{ term: 'Starts at', detail: durationText(settings.startTime) }]
    : []),
  ...(settings.endTime !== undefined
    ? [{ term: 'Ends at', detail: durationText(settings.endTime) }]
    : []),
]

const reasonWords: Record<string, string> = {
  video_codec: 'video codec',
  audio_codec: 'audio codec',
  video_gop_size: 'keyframe distance',
  video_frame_rate: 'frame rate',
  video_resolution: 'resolution',
  video_bitrate: 'bitrate',
  pixel_aspect_ratio: 'pixel shape',
  video_edit_list: 'edit list',
  audio_edit_list: 'sound edit list',
  unexpected_media_file_parameters: 'file parameters',
  unsupported_pixel_format: 'pixel format',
}

const shownStretches = 5

/** `9.9-10.4 s, 12.0-12.1 s` as `9.9–10.4 and 12.0–12.1`. */
const stretchesText = (reason: string) => {
  const all = [...reason.matchAll(/([\d.]+)-([\d.]+) s/g)].map(([, from, to]) => `${from}–${to}`)
  const more = all.length - shownStretches
  const shown = more > 0 ? [...all.slice(0, shownStretches), `${more} more stretches`] : all
  return shown.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}

const Damaged = ({ asset }: { asset: Asset }) => {
  const reason = asset.nonStandardInputReasons?.['damaged_video']
  if (typeof reason !== 'string') return null
  return (
    <FormMessage tone="warning">
      Seconds {stretchesText(reason)} are damaged. The video was encoded so that it plays.
    </FormMessage>
  )
}

const NonStandard = ({ asset }: { asset: Asset }) => {
  const reasons = Object.keys(asset.nonStandardInputReasons ?? {}).filter(
    (reason) => reason !== 'damaged_video',
  )
  if (reasons.length === 0) return null
  return (
    <FormMessage tone="info">
      The video was re-encoded because of its{' '}
      {reasons.map((reason) => reasonWords[reason] ?? reason.replaceAll('_', ' ')).join(', ')}.
      Files that need no encoding are ready sooner.
    </FormMessage>
  )
}

/** ASST-011 */
export const InputInfoTab = ({ asset }: PartProps) => {
  const info = useQuery(query(assets.inputInfo, { params: { id: asset.id } }, { quiet: true }))
  const inputs = info.data?.data
  if (info.isLoadingError)
    return (
      <Card isFailing title="Input info">
        <FailedState message={info.error.message} onRetry={() => void info.refetch()} />
      </Card>
    )
  if (!inputs)
    return (
      <Card title="Input info">
        <SkeletonLines count={5} />
      </Card>
    )
  return (
    <Stack gap={3}>
      <Damaged asset={asset} />
      <NonStandard asset={asset} />
      {inputs.length === 0 && (
        <Card>
          <EmptyState title="No inputs">Nothing is known about the files of this asset.</EmptyState>
        </Card>
      )}
      {inputs.map((input, index) => (
        <Card
          key={`${index} ${input.settings.url ?? ''}`}
          title={inputs.length === 1 ? 'Input' : `Input ${index + 1}`}
        >
          <Stack gap={3}>
            <DescriptionList items={settingsOf(input, asset)} />
            {input.file ? (
              <DataTable
                label={`Tracks of input ${index + 1}`}
                columns={columns}
                rows={input.file.tracks.map((track, at) => ({ ...track, at }))}
                rowKey={({ at }) => String(at)}
                empty={<EmptyState title="No tracks" />}
              />
            ) : (
              <p className="text-sm text-ink-2">
                {asset.status === 'preparing'
                  ? 'The file is still being examined.'
                  : 'The contents of this file are not known.'}
              </p>
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
