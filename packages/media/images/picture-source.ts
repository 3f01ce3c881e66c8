import { toneMapped } from '../segments/encode-args.ts'
import { hasToneMapping } from '../segments/encode-part.ts'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale, type MediaMap, type VideoMap } from '../media-map.ts'
import type { PictureSize } from './picture-size.ts'

/** Pictures are taken from the source of an asset, in a job folder. */
export interface PictureWork {
  folder: string
  /** Name of the source in the folder. */
  fileName: string
  map: MediaMap
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

export const pictureOf = ({ map }: PictureWork): VideoMap => {
  if (!map.video) throw new MediaError('failed', 'There is no video to take pictures of.')
  return map.video
}

/** Some containers find a place only by guessing: then reading begins earlier, at last at the beginning. */
export const headStarts = [0, 12, Infinity] as const

/** Reads from the keyframe before this moment of the asset, with the times that the file has. */
export const readFrom = (
  { fileName, map }: PictureWork,
  seconds: number,
  headStartSeconds = 0,
): string[] => {
  const { startTicks } = pictureOf({ fileName, map, folder: '' })
  const place = startTicks / mediaTimescale + seconds - headStartSeconds
  const isBeginning = headStartSeconds === Infinity || (place <= 0 && !map.clip)
  return [
    ...(isBeginning ? [] : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', place.toFixed(6)]),
    '-copyts',
    ...inputArgs(fileName),
  ]
}

/** Brings the clock of the file to zero at this moment of the asset. */
export const fromMoment = ({ startTicks }: VideoMap, seconds: number) => [
  `settb=1/${mediaTimescale}`,
  `setpts=PTS-(${startTicks + Math.round(seconds * mediaTimescale)})`,
]

/** Rows of an interlaced picture are of two moments. */
export const wholeRows = ({ isInterlaced }: VideoMap) =>
  isInterlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []

/** To a size, in the colours that screens and pictures have. */
export const scaledTo = async (
  media: Media,
  { folder, map }: PictureWork,
  { width, height }: PictureSize,
) => [
  `scale=${width}:${height}:flags=bicubic`,
  ...(map.video?.isHdr && (await hasToneMapping(media, folder)) ? [toneMapped] : []),
  'setsar=1',
]
