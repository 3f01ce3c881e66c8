import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const ffmpegOfTests = () => process.env['FFMPEG_PATH'] ?? 'ffmpeg'

type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'black' | 'white' | 'grey'

const colours: Record<Colour, [number, number, number]> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  black: [0, 0, 0],
  white: [255, 255, 255],
  grey: [128, 128, 128],
}

interface Picture {
  width: number
  height: number
  codec: string
  frames: number
  /** The nearest named colour of a point. Coordinates are shares of the sides. */
  at(x: number, y: number, frame?: number): Colour
}

const nearest = (pixel: readonly number[]): Colour => {
  const distance = (colour: Colour) =>
    colours[colour].reduce((sum, value, index) => sum + Math.abs(value - (pixel[index] ?? 0)), 0)
  return (Object.keys(colours) as Colour[]).reduce((best, colour) =>
    distance(colour) < distance(best) ? colour : best,
  )
}

let files = 0

/** Decodes a picture with ffmpeg, as any other program would. */
export const readPicture = async (
  folder: string,
  bytes: Uint8Array,
  extension: string,
): Promise<Picture> => {
  files += 1
  const file = join(folder, `read-${files}.${extension}`)
  await writeFile(file, bytes)
  const ffmpeg = ffmpegOfTests()
  const { stdout } = await run(ffmpeg.replace(/ffmpeg$/, 'ffprobe'), [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,width,height',
    '-of',
    'json',
    file,
  ])
  const [stream] = JSON.parse(stdout).streams
  const { stdout: raw } = await run(
    ffmpeg,
    [
      '-v',
      'error',
      '-i',
      file,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 1024 ** 3 },
  )
  const { width, height, codec_name: codec } = stream
  const bytesOfFrame = width * height * 3
  return {
    width,
    height,
    codec,
    frames: raw.length / bytesOfFrame,
    at(x, y, frame = 0) {
      const [column, row] = [
        Math.min(width - 1, Math.floor(x * width)),
        Math.min(height - 1, Math.floor(y * height)),
      ]
      const place = frame * bytesOfFrame + 3 * (row * width + column)
      return nearest([...raw.subarray(place, place + 3)])
    },
  }
}

/** The four corners, left to right and down. */
export const readCorners = (picture: Picture, frame = 0) => [
  picture.at(0.05, 0.05, frame),
  picture.at(0.95, 0.05, frame),
  picture.at(0.05, 0.95, frame),
  picture.at(0.95, 0.95, frame),
]
