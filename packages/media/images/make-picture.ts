import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { runMedia } from '../run-media.ts'
import { fromMoment, headStarts, pictureOf, type PictureWork, readFrom } from './picture-source.ts'

const memoryBytes = 3 * 1024 ** 3
const pictureBytesMax = 256 * 1024 ** 2
const usualTimeoutSeconds = 60

interface Making {
  /** Seconds of the asset to read from; zero for the filters. */
  from: number
  /** Name in the folder; its ending is the format. */
  output: string
  timeoutSeconds?: number
  /** Before the input. */
  reading?: readonly string[]
  /** Filters that follow those that decide where to begin. */
  filters: readonly string[]
  /** After the filters, with the output. */
  writing: readonly string[]
}

/**
 * Where the place was only guessed, reading may have begun too late: then there is no frame up to
 * the moment, which is zero on the clock of the filters, and nothing comes out.
 */
const fromBefore = "select='lte(pts,0)+gte(selected_n,1)'"

/** Clocks of containers round: a frame is shown from a moment before it says. */
const tolerance = 0.0005

let pictures = 0

/** A name in the job folder that nothing else has. */
export const pictureName = (format: string) => {
  pictures += 1
  return `picture-${process.pid}-${pictures}.${format}`
}

const readMade = async (path: string) => {
  const made = await readFile(path).catch(() => undefined)
  return made && made.length > 0 ? made : undefined
}

/** Runs ffmpeg over the source from a moment on and gives the file that it wrote. */
export const makePicture = async (
  media: Media,
  work: PictureWork,
  making: Making,
): Promise<Buffer> => {
  const { from, output, reading = [], writing, timeoutSeconds = usualTimeoutSeconds } = making
  const { folder, signal, isBackground = false } = work
  const path = join(folder, output)
  try {
    for (const headStart of headStarts) {
      const input = [...reading, ...readFrom(work, from, headStart)]
      const isLastTry = headStart === Infinity || (headStart >= from && !work.map.clip)
      const filters = [
        ...fromMoment(pictureOf(work), from + tolerance),
        ...(isLastTry ? [] : [fromBefore]),
        ...making.filters,
      ]
      const chain = ['-map', `0:${pictureOf(work).stream}`, '-an', '-sn', '-vf', filters.join(',')]
      const run = runMedia(media, 'ffmpeg', ['-y', ...input, ...chain, ...writing], {
        folder,
        timeoutSeconds,
        memoryBytes,
        fileBytesMax: pictureBytesMax,
        isBackground,
        signal,
      })
      // Some encoders take it ill to be given nothing.
      await run.catch((error: unknown) => {
        if (isLastTry || !(error instanceof MediaError) || error.reason !== 'failed') throw error
      })
      const made = await readMade(path)
      if (made) return made
      if (isLastTry) break
    }
    throw new MediaError('failed', 'The source holds no frame there that can be decoded.')
  } finally {
    await rm(path, { force: true })
  }
}
