import type { Media } from '../find-media.ts'
import type { MediaMap } from '../media-map.ts'
import { makePicture, pictureName } from './make-picture.ts'
import { coloursOf, type PictureFormat, writePicture } from './picture-format.ts'
import { pictureOf, type PictureWork, scaledTo, wholeRows } from './picture-source.ts'

interface Tile {
  /** Seconds of the asset from which the tile is shown. */
  start: number
  /** Position of the tile on the sheet. */
  x: number
  y: number
}

/** One sheet of small pictures at regular intervals. */
export interface Storyboard {
  start: number
  end: number
  tileWidth: number
  tileHeight: number
  columns: number
  rows: number
  tiles: Tile[]
}

const fewTiles = { count: 50, columns: 5 }
const manyTiles = { count: 100, columns: 10 }
const longSeconds = 15 * 60
const tileSide = 256
/** Decoding so much takes a few seconds; of longer videos only keyframes are decoded. */
const pixelsDecodedMax = 1920 * 1080 * 30 * 30

const even = (side: number) => Math.max(2, Math.round(side / 2) * 2)

/** For a part of the asset, or all of it; short videos have no more tiles than frames. */
export const planStoryboard = (
  map: MediaMap,
  { start = 0, end = map.duration }: { start?: number | undefined; end?: number | undefined } = {},
): Storyboard => {
  const { width, height, frameRate } = pictureOf({ map, folder: '', fileName: '' })
  const until = Math.min(end, map.duration)
  const seconds = Math.max(0.001, until - start)
  const { count, columns } = seconds > longSeconds ? manyTiles : fewTiles
  const share = tileSide / Math.max(width, height)
  const [tileWidth, tileHeight] = [even(width * share), even(height * share)]
  const frames = Math.max(1, Math.min(count, Math.floor(seconds * frameRate)))
  const tiles = Array.from({ length: frames }, (_, index) => ({
    start: start + (index * seconds) / frames,
    x: (index % columns) * tileWidth,
    y: Math.floor(index / columns) * tileHeight,
  }))
  const rows = Math.ceil(frames / columns)
  const across = Math.min(columns, frames)
  return { start, end: until, tileWidth, tileHeight, columns: across, rows, tiles }
}

const decodesAll = ({ map }: PictureWork, { start, end }: Storyboard) => {
  const { width, height, frameRate } = pictureOf({ map, folder: '', fileName: '' })
  return width * height * frameRate * (end - start) <= pixelsDecodedMax
}

const patience = { leastSeconds: 120, perSecond: 0.2 }

export const makeStoryboard = async (
  media: Media,
  work: PictureWork,
  plan: Storyboard,
  format: PictureFormat,
): Promise<Buffer> => {
  const { start, end, tileWidth, tileHeight, columns, rows, tiles } = plan
  const video = pictureOf(work)
  const seconds = Math.max(0.001, end - start)
  const microseconds = Math.round(seconds * 1_000_000)
  const filters = [
    ...wholeRows(video),
    `fps=fps=${tiles.length * 1_000_000}/${microseconds}:start_time=0:round=up`,
    // The last keyframe may be long before the end of the video.
    `tpad=stop_mode=clone:stop=${tiles.length}`,
    `trim=end_frame=${tiles.length}`,
    ...(await scaledTo(media, work, { width: tileWidth, height: tileHeight })),
    `tile=${columns}x${rows}:nb_frames=${tiles.length}`,
    coloursOf(format),
  ]
  const output = pictureName(format)
  return makePicture(media, work, {
    from: start,
    output,
    timeoutSeconds: patience.leastSeconds + seconds * patience.perSecond,
    reading: decodesAll(work, plan) ? [] : ['-skip_frame', 'nokey'],
    filters,
    writing: ['-frames:v', '1', ...writePicture(format, output)],
  })
}
