import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { findSubject } from './find-subject.ts'
import { makePicture, pictureName } from './make-picture.ts'
import { coloursOf, type PictureFormat, writePicture } from './picture-format.ts'
import { type FitMode, fitPicture, type PictureSize } from './picture-size.ts'
import { pictureOf, type PictureWork, scaledTo, wholeRows } from './picture-source.ts'

export interface ThumbnailOptions {
  /** Seconds of the asset. */
  time: number
  format: PictureFormat
  width?: number | undefined
  height?: number | undefined
  fitMode: FitMode
  /** Clockwise. */
  rotate?: 90 | 180 | 270 | undefined
  flipsHorizontally?: boolean | undefined
  flipsVertically?: boolean | undefined
}

const turns = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
} as const

const turned = ({ rotate, flipsHorizontally, flipsVertically }: ThumbnailOptions): string[] => [
  ...(rotate ? turns[rotate] : []),
  ...(flipsHorizontally ? ['hflip'] : []),
  ...(flipsVertically ? ['vflip'] : []),
]

const shapeOf = (work: PictureWork, { rotate }: ThumbnailOptions): PictureSize => {
  const { width, height } = pictureOf(work)
  return rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height }
}

/** Keeps only the last frame up to the time, at a rate finer than any video's. */
const frameAtZero = ['fps=fps=1000:start_time=0:round=up']

/** Passes every frame: each picture overwrites the last, so the last one stays. */
const everyFrame = ['setpts=N*3600']

const latestTime = ({ map }: PictureWork, time: number) => {
  const frame = 1 / Math.max(1, map.video?.frameRate ?? 1)
  return Math.max(0, Math.min(time, map.duration - Math.min(frame, map.duration / 2)))
}

/** The frame at a time, as a picture of any size and rotation. */
export const makeThumbnail = async (
  media: Media,
  work: PictureWork,
  options: ThumbnailOptions,
): Promise<Buffer> => {
  const { format, fitMode: mode } = options
  const shape = shapeOf(work, options)
  const { scaled, shown } = fitPicture(shape, { ...options, mode })
  const time = latestTime(work, options.time)
  const upright = [...wholeRows(pictureOf(work)), ...turned(options)]
  const pictured = async (frames: readonly string[]) => {
    const look = { time, filters: [...frames, ...upright], scaled, shown }
    const cut =
      mode === 'smartcrop' ? await findSubject(media, work, look) : middleOf(scaled, shown)
    const isCut = scaled.width !== shown.width || scaled.height !== shown.height
    const framed =
      mode === 'pad'
        ? `pad=${shown.width}:${shown.height}:-1:-1:black`
        : `crop=${shown.width}:${shown.height}:${cut.x}:${cut.y}:exact=1`
    const filters = [
      ...frames,
      ...upright,
      ...(await scaledTo(media, work, scaled)),
      // Cropped to the exact pixel, which subsampled colours do not allow.
      ...(isCut ? ['format=rgb24', framed] : []),
      coloursOf(format),
    ]
    const output = pictureName(format)
    const single = frames === frameAtZero ? ['-frames:v', '1'] : []
    const writing = [...single, ...writePicture(format, output)]
    return makePicture(media, work, { from: time, output, filters, writing })
  }
  try {
    return await pictured(frameAtZero)
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason !== 'failed') throw error
    // The frames end before the time: use the last of all frames.
    return pictured(everyFrame)
  }
}

const middleOf = (scaled: PictureSize, shown: PictureSize) => ({
  x: Math.floor((scaled.width - shown.width) / 2),
  y: Math.floor((scaled.height - shown.height) / 2),
})
