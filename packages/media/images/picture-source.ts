import { toneMapped } from '../segments/encode-args.ts'
import { hasToneMapping } from '../segments/encode-part.ts'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale, type MediaMap, type VideoMap } from '../media-map.ts'
import type { PictureSize } from './picture-size.ts'

/** Pictures are made in a job folder from the source of the asset. */
export interface PictureWork {
  folder: string
  /** File name of the source in the folder. */
  fileName: string
  map: MediaMap
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

export const pictureOf = ({ map }: PictureWork): VideoMap => {
  if (!map.video) throw new MediaError('failed', 'There is no video to take pictures of.')
  return map.video
}

/** Some containers only support inexact seeks: a retry starts earlier, the last one at the beginning. */
export const headStarts = [0, 12, Infinity] as const

/** Seeks to the keyframe before this time of the asset; keeps the file's time stamps. */
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

/** Shifts time stamps so that this time of the asset is zero. */
export const fromMoment = ({ startTicks }: VideoMap, seconds: number) => [
  `settb=1/${mediaTimescale}`,
  `setpts=PTS-(${startTicks + Math.round(seconds * mediaTimescale)})`,
]

/** Deinterlaces: rows of an interlaced picture are from two different times. */
export const wholeRows = ({ isInterlaced }: VideoMap) =>
  isInterlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []

/** Scales, and converts to the colours of screens and pictures. */
export const scaledTo = async (
  media: Media,
  { folder, map }: PictureWork,
  { width, height }: PictureSize,
) => [
  `scale=${width}:${height}:flags=bicubic`,
  ...(map.video?.isHdr && (await hasToneMapping(media, folder)) ? [toneMapped] : []),
  'setsar=1',
]
