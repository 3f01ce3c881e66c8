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
  /** Seconds of the asset to read from; the filters see it as zero. */
  from: number
  /** A file name in the folder; its extension sets the format. */
  output: string
  timeoutSeconds?: number
  /** Options before the input. */
  reading?: readonly string[]
  /** Filters after those that select the start. */
  filters: readonly string[]
  /** Output options, after the filters. */
  writing: readonly string[]
}

/**
 * After an inexact seek, reading may have started too late: then no frame is up to the time, which
 * the filters see as zero, and there is no output.
 */
const fromBefore = "select='lte(pts,0)+gte(selected_n,1)'"

/** Containers round times: a frame is shown from slightly before its time stamp. */
const tolerance = 0.0005

let pictures = 0

/** A unique file name in the job folder. */
export const pictureName = (format: string) => {
  pictures += 1
  return `picture-${process.pid}-${pictures}.${format}`
}

const readMade = async (path: string) => {
  const made = await readFile(path).catch(() => undefined)
  return made && made.length > 0 ? made : undefined
}

/** Runs ffmpeg on the source from a time on and returns the file that it wrote. */
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
      // Some encoders fail without any frame.
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
