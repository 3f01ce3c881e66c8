import type { Media } from '../find-media.ts'
import { makePicture, pictureName } from './make-picture.ts'
import type { PictureSize } from './picture-size.ts'
import { pictureOf, type PictureWork, scaledTo, wholeRows } from './picture-source.ts'

const animationFormats = ['gif', 'webp'] as const
type AnimationFormat = (typeof animationFormats)[number]

interface AnimationOptions {
  format: AnimationFormat
  /** Seconds of the asset. */
  start: number
  end: number
  framesPerSecond: number
  /** At least one is set; both together are a box to fit into. */
  width?: number | undefined
  height?: number | undefined
}

/** One palette for all frames, so that colours do not flicker. */
const fewColours =
  'split[all][some];[some]palettegen=max_colors=128[few];[all][few]paletteuse=dither=bayer:bayer_scale=3'

const writers: Record<AnimationFormat, { filters: string[]; args: string[] }> = {
  gif: { filters: [fewColours], args: ['-f', 'gif', '-loop', '0'] },
  webp: {
    filters: ['format=yuv420p'],
    args: [
      '-c:v',
      'libwebp_anim',
      '-quality',
      '65',
      '-compression_level',
      '3',
      '-f',
      'webp',
      '-loop',
      '0',
    ],
  },
}

const sizeOf = (picture: PictureSize, { width, height }: AnimationOptions): PictureSize => {
  const factor = Math.min(
    (width ?? Infinity) / picture.width,
    (height ?? Infinity) / picture.height,
  )
  const side = (value: number) => Math.max(2, Math.round(value * factor))
  return { width: side(picture.width), height: side(picture.height) }
}

/** An animated picture of a part of the video, in an endless loop. */
export const makeAnimation = async (
  media: Media,
  work: PictureWork,
  options: AnimationOptions,
): Promise<Buffer> => {
  const { format, start, end, framesPerSecond } = options
  const video = pictureOf(work)
  const seconds = Math.max(0.05, end - start)
  const { filters: last, args } = writers[format]
  const filters = [
    ...wholeRows(video),
    `fps=fps=${framesPerSecond}:start_time=0:round=up`,
    `trim=end=${seconds.toFixed(6)}`,
    ...(await scaledTo(media, work, sizeOf(video, options))),
    ...last,
  ]
  const output = pictureName(format)
  const writing = ['-t', seconds.toFixed(6), ...args, `file:${output}`]
  return makePicture(media, work, { from: start, output, filters, writing })
}
