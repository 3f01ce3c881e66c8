import { type ReactNode, useState } from 'react'
import {
  type Asset,
  isAudioOnly,
  shownPlaybackId,
  titleOf,
} from '@playhead/features/video/assets/web'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { FilmIcon } from '@playhead/ui/icons/subject-icons.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Player } from './player.tsx'

/** As high as the player that follows, so the page does not jump. */
const Still = ({ children }: { children: ReactNode }) => (
  <Card>
    <div className="flex items-center justify-center" style={{ aspectRatio: '16 / 8' }}>
      {children}
    </div>
  </Card>
)

const NoPlaybackId = ({ asset }: { asset: Asset }) => {
  const path = usePath()
  return (
    <EmptyState
      title="It cannot be played yet"
      icon={<FilmIcon size={20} />}
      action={
        <LinkButton href={path(`video/assets/${asset.id}/playback`)}>Add a playback ID</LinkButton>
      }
    >
      It has no playback ID, which is what players ask for.
    </EmptyState>
  )
}

/** Without a limit portrait video would be taller than the page. */
const widthOf = (aspectRatio = '16:9') => {
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number)
  return `min(100%, calc(70vh * ${width / height}))`
}

/** Plays signed videos as well, with tokens of the server. */
export const Part = ({ asset }: { asset: Asset }) => {
  // The end of a broadcast does not begin its recording anew.
  const [isRecording] = useState(asset.isLive === true)
  const shown = shownPlaybackId(asset)
  const isSigned = shown?.policy === 'signed'
  const tokens = usePreviewTokens(isSigned ? [shown.id] : [])
  const known = shown && tokens.of(shown.id)
  if (asset.status !== 'ready')
    return (
      <Still>
        <EmptyState
          title={asset.status === 'errored' ? 'There is nothing to play' : 'Not ready yet'}
          icon={<FilmIcon size={20} />}
        >
          {asset.status === 'errored'
            ? 'This asset could not be prepared.'
            : 'It plays here once it is ready, without a reload.'}
        </EmptyState>
      </Still>
    )
  if (!shown)
    return (
      <Still>
        <NoPlaybackId asset={asset} />
      </Still>
    )
  if (isSigned && tokens.isFailed && !known)
    return (
      <Still>
        <FailedState message="The token for this signed video could not be fetched." />
      </Still>
    )
  if (isSigned && !known) return <Skeleton height={360} radius="var(--radius-lg)" />
  const { video, thumbnail, storyboard } = known ?? {}
  return (
    <div
      className="mx-auto w-full"
      style={isAudioOnly(asset) ? undefined : { width: widthOf(asset.aspectRatio) }}
    >
      <Player
        key={shown.id}
        playbackId={shown.id}
        title={titleOf(asset)}
        isAudioOnly={isAudioOnly(asset)}
        {...(isRecording && { isLive: true, isRecording })}
        {...(asset.aspectRatio !== undefined && { aspectRatio: asset.aspectRatio })}
        {...(video !== undefined &&
          thumbnail !== undefined &&
          storyboard !== undefined && { tokens: { video, thumbnail, storyboard } })}
      />
    </div>
  )
}
