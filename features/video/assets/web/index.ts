export {
  type Asset,
  bytesText,
  isAudioOnly,
  type PlaybackId,
  rateText,
  shownPlaybackId,
  type StaticRendition,
  titleOf,
  type Track,
} from './asset-facts.ts'
export { AssetThumbnail } from './asset-thumbnail.tsx'
export { mediaAddress, publicAddress } from './media-address.ts'
