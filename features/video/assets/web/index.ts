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
export { mediaAddress, publicAddress } from './media-address.ts'
