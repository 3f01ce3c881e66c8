import type { WindowRendition } from './window-rendition.ts'
import { withQuery } from './write-media-playlist.ts'
import {
  type ClosedCaptions,
  type LiveVariant,
  writeMultivariantPlaylist,
} from './write-multivariant-playlist.ts'

export interface MultivariantRequest {
  /** Goes before the names of media playlists: `{playback id}/`. */
  prefix?: string
  query?: string
  closedCaptions?: readonly ClosedCaptions[]
  /** The variants that are listed, in their order. */
  choose?: (variants: readonly LiveVariant[]) => readonly LiveVariant[]
}

/** Rates of segments to come are not known. */
const bandwidthMargin = 1.1

const rateOf = ({ peakRate }: WindowRendition) =>
  Math.max(1, Math.round(peakRate * bandwidthMargin))

/** What can be chosen from, lowest rate first. */
export const variantsOf = (
  renditions: readonly WindowRendition[],
  frameRate: number,
): readonly LiveVariant[] => {
  const variants = renditions.flatMap((rendition) => {
    const [piece] = rendition.pieces
    if (rendition.kind !== 'video' || !piece || rendition.segments.length === 0) return []
    const { width, height, codecs } = piece
    const bandwidth = rateOf(rendition)
    const averageBandwidth = Math.max(1, Math.min(bandwidth, rendition.averageRate))
    return [{ name: rendition.name, width, height, codecs, frameRate, bandwidth, averageBandwidth }]
  })
  return variants.toSorted((one, other) => one.bandwidth - other.bandwidth)
}

export const multivariantOf = (
  renditions: readonly WindowRendition[],
  frameRate: number,
  given: MultivariantRequest,
): string => {
  const { prefix = '', query = '', closedCaptions = [], choose = (variants) => variants } = given
  const sound = renditions.find(({ kind }) => kind === 'audio')
  const piece = sound?.pieces.at(-1)
  const text = writeMultivariantPlaylist({
    prefix,
    closedCaptions,
    sound: sound &&
      piece && {
        name: sound.name,
        channels: piece.channels,
        codecs: piece.codecs,
        bandwidth: rateOf(sound),
      },
    variants: choose(variantsOf(renditions, frameRate)),
  })
  return withQuery(text, query)
}
