import { useState } from 'react'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../../contract.ts'
import { type Asset, isAudioOnly, shownPlaybackId } from '../asset-facts.ts'
import { type Storyboard, useStoryboard } from './storyboard.ts'

const clock = (seconds: number) => {
  const whole = Math.floor(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const fineClock = (seconds: number) => `${clock(seconds)}.${Math.floor((seconds % 1) * 10 + 1e-6)}`

const shownMax = 24

/** Selects tiles spread over the whole video, few enough to choose from. */
const choices = <Tile,>(tiles: readonly Tile[]) => {
  const every = Math.max(1, Math.ceil(tiles.length / shownMax))
  return tiles.filter((_, index) => index % every === 0)
}

interface TilesProps {
  storyboard: Storyboard
  chosen: number | undefined
  onChoose: (start: number) => void
}

const tileMax = { width: 128, height: 96 }

const Tiles = ({ storyboard, chosen, onChoose }: TilesProps) => {
  const { url, tile_width: width, tile_height: height, tiles } = storyboard
  const scale = Math.min(tileMax.width / width, tileMax.height / height)
  const areClose = storyboard.duration / tiles.length < 2
  const columns = Math.max(...tiles.map(({ x }) => x)) + width
  return (
    <ul className="flex flex-wrap gap-2">
      {choices(tiles).map(({ start, x, y }) => {
        const isChosen = chosen !== undefined && Math.abs(chosen - start) < 0.05
        const moment = areClose ? fineClock(start) : clock(start)
        return (
          <li key={start}>
            <button
              type="button"
              aria-pressed={isChosen}
              aria-label={`Use the picture at ${moment}`}
              title={moment}
              onClick={() => onChoose(start)}
              className={`relative block overflow-hidden rounded-sm border ${isChosen ? 'border-ink ring-2 ring-ink' : 'border-line'}`}
              style={{
                width: width * scale,
                height: height * scale,
                backgroundImage: `url("${url}")`,
                backgroundPosition: `-${x * scale}px -${y * scale}px`,
                backgroundSize: `${columns * scale}px auto`,
              }}
            >
              <span className="absolute right-1 bottom-1 rounded-sm bg-surface px-1 text-xs tabular-nums text-ink">
                {moment}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Loads on demand: the server makes its pictures at that moment. */
export const ThumbnailPicker = ({ asset }: { asset: Asset }) => {
  const [isOpen, setIsOpen] = useState(false)
  const shown = shownPlaybackId(asset)
  const isSigned = shown?.policy === 'signed'
  const token = usePreviewTokens(isSigned ? [shown.id] : []).of(shown?.id ?? '')?.storyboard
  const storyboard = useStoryboard(
    shown?.id ?? '',
    token,
    isOpen && shown !== undefined && (!isSigned || token !== undefined),
  )
  const options = { invalidates: [assets.retrieve, assets.events, assets.logs] }
  const update = useCall(assets.update, options)
  const reset = useCall(assets.removeThumbnailTime, options)
  // Pictures to choose from are made of a whole recording.
  if (!shown || asset.status !== 'ready' || asset.isLive || isAudioOnly(asset)) return null
  const params = { id: asset.id }
  const say = () => toasts.show({ type: 'success', title: 'Thumbnail changed' })
  const choose = (thumbnailTime: number) =>
    update.mutate({ params, body: { thumbnailTime } }, { onSuccess: say })
  return (
    <Card
      title="Thumbnail"
      description={
        asset.thumbnailTime === undefined
          ? 'Taken from the middle of the video'
          : `Taken at ${clock(asset.thumbnailTime)}`
      }
      actions={
        <>
          {asset.thumbnailTime !== undefined && (
            <Button onClick={() => reset.mutate({ params }, { onSuccess: say })}>
              Use the middle
            </Button>
          )}
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Choose a picture'}
          </Button>
        </>
      }
    >
      {isOpen ? (
        <div aria-busy={update.isPending || undefined}>
          {storyboard.data ? (
            <Tiles storyboard={storyboard.data} chosen={asset.thumbnailTime} onChoose={choose} />
          ) : storyboard.isError ? (
            <FailedState
              message={storyboard.error.message}
              onRetry={() => void storyboard.refetch()}
            />
          ) : (
            <Skeleton height={170} />
          )}
        </div>
      ) : undefined}
    </Card>
  )
}
