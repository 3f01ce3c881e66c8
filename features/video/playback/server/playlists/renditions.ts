import { type MediaMap, type Rung, rungNamed } from '@playhead/media/media-map.ts'
import type { PlaylistOptions } from './playlist-options.ts'

export const shortSide = ({ width, height }: { width: number; height: number }) =>
  Math.min(width, height)

/** Encoders make heights even, so a source of 1079 lines still counts as 1080p. */
const slack = 2

const areaOf = ({ width, height }: Pick<Rung, 'width' | 'height'>) => width * height

/** The renditions that the options allow; if none match, the nearest. */
export const allowedRungs = <One extends Pick<Rung, 'width' | 'height'>>(
  rungs: readonly One[],
  { maxHeight = Infinity, minHeight = 0 }: Pick<PlaylistOptions, 'maxHeight' | 'minHeight'>,
): One[] => {
  const sorted = rungs.toSorted((one, other) => areaOf(one) - areaOf(other))
  const low = sorted.filter((rung) => shortSide(rung) <= maxHeight + slack)
  const capped = low.length > 0 ? low : sorted.slice(0, 1)
  const high = capped.filter((rung) => shortSide(rung) >= minHeight - slack)
  return high.length > 0 ? high : capped.slice(-1)
}

/** Large renditions cannot be made on demand: playlists list them once they are stored. */
export const playableRungs = (media: MediaMap, stored: readonly string[]) =>
  (media.video?.rungs ?? []).filter((rung) => rung.isOnDemand || stored.includes(rung.name))

export interface Rendition {
  name: string
  kind: 'video' | 'audio'
  cuts: readonly number[]
  rung: Rung | undefined
}

export const renditionOf = (media: MediaMap, name: string): Rendition | undefined => {
  const rung = media.video && rungNamed(media.video, name)
  if (rung && media.video) return { name, kind: 'video', cuts: media.video.cuts, rung }
  const audio = media.audio.find((one) => one.name === name)
  return audio && { name, kind: 'audio', cuts: audio.cuts, rung: undefined }
}

/** One that was encoded afterwards has the discontinuities of its source, and one initialisation segment. */
export const stretchesOf = (
  { stretches, pieces = [] }: MediaMap,
  { name, kind }: Pick<Rendition, 'name' | 'kind'>,
) => {
  if (stretches) {
    const joins = stretches['source']
    const own = stretches[name] ?? joins?.map(({ firstSegment }) => ({ firstSegment, piece: 0 }))
    // Where a lower rendition goes on as copies of the source, the sound goes on too.
    const isJoin = (segment: number) =>
      kind === 'audio' || joins?.some(({ firstSegment }) => firstSegment === segment) === true
    return (own ?? []).map((stretch) => ({
      ...stretch,
      isContinuous: !isJoin(stretch.firstSegment),
    }))
  }
  return pieces.map(({ firstSegment }, piece) => ({
    firstSegment,
    piece: kind === 'video' ? piece : 0,
  }))
}
