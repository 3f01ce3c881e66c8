import type { ReactNode } from 'react'
import { Player } from '@playhead/features/video/playback/web'
import { Card } from '@playhead/ui/card.tsx'
import { EmptyState } from '@playhead/ui/empty-state.tsx'
import { FailedState } from '@playhead/ui/failed-state.tsx'
import { LinkButton } from '@playhead/ui/link-button.tsx'
import { Skeleton } from '@playhead/ui/skeleton.tsx'
import { FilmIcon } from '@playhead/ui/subject-icons.ts'
import { usePath } from '@playhead/web-kit/paths.ts'
import { type Asset, isAudioOnly, shownPlaybackId, titleOf } from '../asset-facts.ts'
import { usePreviewTokens } from '../use-preview-tokens.ts'

/** As high as the player that comes. */
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
      title="Nobody can play it yet"
      icon={<FilmIcon size={20} />}
      action={
        <LinkButton href={path(`video/assets/${asset.id}/playback`)}>Add a playback ID</LinkButton>
      }
    >
      It has no playback ID, which is what players ask for.
    </EmptyState>
  )
}

/** Portrait video would else be taller than the page. */
const widthOf = (aspectRatio = '16:9') => {
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number)
  return `min(100%, calc(70vh * ${width / height}))`
}

/** Signed ones too, by tokens of the server. */
export const Watch = ({ asset }: { asset: Asset }) => {
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
            : 'It plays here as soon as it is ready, without a reload.'}
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
        <FailedState message="The token that this signed video needs could not be had." />
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
        {...(asset.aspectRatio !== undefined && { aspectRatio: asset.aspectRatio })}
        {...(video !== undefined &&
          thumbnail !== undefined &&
          storyboard !== undefined && { tokens: { video, thumbnail, storyboard } })}
      />
    </div>
  )
}
