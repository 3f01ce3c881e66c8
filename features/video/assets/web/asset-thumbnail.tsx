import { useState } from 'react'
import type { KnownTokens } from '@playhead/features/video/preview-tokens/web'
import { FilmIcon, RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { type Asset, isAudioOnly, shownPlaybackId } from './asset-facts.ts'
import { mediaAddress } from './media-address.ts'

const widths = { small: 128, large: 256 } as const
const classes = { small: 'h-[27px] w-[48px]', large: 'h-[59px] w-[104px]' } as const

interface AssetThumbnailProps {
  asset: Asset
  tokens: KnownTokens
  size?: keyof typeof widths
  /** Another value loads the picture again: that of a recording changes while it grows. */
  shownAt?: number | undefined
}

const addressOf = ({ asset, tokens, size = 'small', shownAt }: AssetThumbnailProps) => {
  const shown = shownPlaybackId(asset)
  if (!shown || asset.status !== 'ready' || isAudioOnly(asset)) return undefined
  const token = shown.policy === 'signed' ? tokens.of(shown.id)?.thumbnail : undefined
  if (shown.policy === 'signed' && token === undefined) return undefined
  // The time is not sent to the server: it only makes the address change with it.
  return mediaAddress(`${shown.id}/thumbnail.webp`, {
    width: widths[size],
    token,
    at: shownAt ?? asset.thumbnailTime,
  })
}

/** Screen readers skip the picture: the title is next to it. */
export const AssetThumbnail = (props: AssetThumbnailProps) => {
  const { asset, size = 'small' } = props
  const address = addressOf(props)
  const [failed, setFailed] = useState<string>()
  return (
    <span
      className={`flex ${classes[size]} shrink-0 items-center justify-center overflow-hidden rounded-sm bg-ground text-ink-3`}
    >
      {address !== undefined && address !== failed ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(address)}
        />
      ) : isAudioOnly(asset) ? (
        <RadioIcon size={14} />
      ) : (
        <FilmIcon size={14} />
      )}
    </span>
  )
}
