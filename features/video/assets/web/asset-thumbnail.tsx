import { useState } from 'react'
import type { KnownTokens } from '@playhead/features/video/preview-tokens/web'
import { FilmIcon, RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { type Asset, isAudioOnly, shownPlaybackId } from './asset-facts.ts'
import { mediaAddress } from './media-address.ts'

const width = 128

const addressOf = (asset: Asset, tokens: KnownTokens) => {
  const shown = shownPlaybackId(asset)
  if (!shown || asset.status !== 'ready' || isAudioOnly(asset)) return undefined
  const token = shown.policy === 'signed' ? tokens.of(shown.id)?.thumbnail : undefined
  if (shown.policy === 'signed' && token === undefined) return undefined
  // The time is not sent to the server: it only makes the address change with it.
  return mediaAddress(`${shown.id}/thumbnail.webp`, { width, token, at: asset.thumbnailTime })
}

/** Screen readers skip the picture: the title is next to it. */
export const AssetThumbnail = ({ asset, tokens }: { asset: Asset; tokens: KnownTokens }) => {
  const address = addressOf(asset, tokens)
  const [failed, setFailed] = useState<string>()
  return (
    <span className="flex h-[27px] w-[48px] shrink-0 items-center justify-center overflow-hidden rounded-sm bg-ground text-ink-3">
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
