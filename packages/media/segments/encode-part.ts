import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale, type MediaMap, type Rung } from '../media-map.ts'
import { runMedia, type RunOptions } from '../run-media.ts'
import { defaultMemoryBytes } from '../start-media.ts'
import { encodeArgs, type EncodedPart } from './encode-args.ts'
import { toleranceTicks } from './cut-segment.ts'
import { saysRefusal } from './plan/undecoded-stretches.ts'
import { readVideoTimeline, type VideoTimeline } from './video-timeline.ts'

export interface EncodeWork {
  folder: string
  /** File name of the source in the folder. */
  fileName: string
  map: MediaMap
  signal?: AbortSignal | undefined
  isBackground?: boolean
  onProgress?: (seconds: number) => void
  /** The decoder refuses a part of a frame, or fills it with parts of others. */
  onRefusal?: () => void
}

type Parts = Pick<EncodedPart, 'from' | 'to' | 'keyframes' | 'isThorough'> & {
  rungs: readonly Rung[]
}
type Part = Omit<Parts, 'rungs'> & { rung: Rung }

/** A rendition of a part. */
export interface Encoded {
  path: string
  timeline: VideoTimeline
}

/**
 * Some containers only support inexact seeks: a retry starts earlier, the next one at the beginning. Where the file is damaged no
 * frame may decode at all: then the one before stands.
 */
const attempts = [
  { headStartSeconds: 0 },
  { headStartSeconds: 12 },
  { headStartSeconds: Infinity },
  { headStartSeconds: 30, isStill: true },
  { headStartSeconds: Infinity, isStill: true },
]
/** Of address space, for each encoder beside the first. */
const furtherMemoryBytes = 3 * 1024 ** 3
const patience = { leastSeconds: 120, perSecond: 60 }

let parts = 0

/** Encodes a part of the video into a temporary file, passes its frames to the callback and removes the file. */
export const withEncodedPart = <Result>(
  media: Media,
  work: EncodeWork,
  { rung, ...part }: Part,
  read: (path: string, timeline: VideoTimeline) => Promise<Result>,
): Promise<Result> =>
  withEncodedParts(media, work, { ...part, rungs: [rung] }, ([made]) => {
    if (!made) throw new MediaError('failed', 'Nothing was encoded.')
    return read(made.path, made.timeline)
  })

/** The same of several renditions, for which the part is decoded once. */
export const withEncodedParts = async <Result>(
  media: Media,
  work: EncodeWork,
  { rungs, ...part }: Parts,
  read: (made: readonly Encoded[]) => Promise<Result>,
): Promise<Result> => {
  const { map, folder } = work
  if (!map.video) throw new MediaError('failed', 'There is no video to encode.')
  parts += 1
  const outputs = rungs.map((rung) => ({
    rung,
    output: `part-${process.pid}-${parts}-${rung.name}.mp4`,
  }))
  const paths = outputs.map(({ output }) => join(folder, output))
  const canToneMap = map.video.isHdr && (await hasToneMapping(media, folder))
  const length = (part.to - part.from) / mediaTimescale
  try {
    for (const attempt of attempts) {
      const { headStartSeconds } = attempt
      const given = { ...part, ...attempt, canToneMap, fileName: work.fileName, outputs }
      const run = ['-y', ...encodeArgs(map, map.video, given)]
      await runMedia(media, 'ffmpeg', run, {
        folder,
        timeoutSeconds: patience.leastSeconds + length * patience.perSecond * rungs.length,
        memoryBytes: defaultMemoryBytes + (rungs.length - 1) * furtherMemoryBytes,
        signal: work.signal,
        isBackground: work.isBackground ?? false,
        ...(work.onProgress && { onProgress: work.onProgress }),
        ...(work.onRefusal && listensTo(work.onRefusal)),
      })
      const isFromBeginning =
        headStartSeconds === Infinity ||
        (!map.clip && headStartSeconds * mediaTimescale >= part.from)
      const made: Encoded[] = []
      for (const path of paths) {
        const timeline = await readVideoTimeline(path)
        const isWhole = timeline !== undefined && timeline.startTicks <= toleranceTicks
        if (timeline && (isWhole || isFromBeginning)) made.push({ path, timeline })
      }
      if (made.length === paths.length) return await read(made)
    }
    throw new MediaError('failed', 'The source holds no frame there that can be decoded.')
  } finally {
    for (const path of paths) await rm(path, { force: true })
  }
}

const listensTo = (onRefusal: () => void): Pick<RunOptions, 'logLevel' | 'onLog'> => ({
  logLevel: 'info',
  onLog: (line) => {
    if (saysRefusal(line)) onRefusal()
  },
})

const toneMapping = new WeakMap<Media, Promise<boolean>>()

/** Whether this ffmpeg can convert HDR to SDR. */
export const hasToneMapping = (media: Media, folder: string): Promise<boolean> => {
  const known = toneMapping.get(media)
  if (known) return known
  const asked = runMedia(media, 'ffmpeg', ['-h', 'filter=zscale'], { folder, timeoutSeconds: 20 })
    .then(({ stdout }) => stdout.includes('Filter zscale'))
    .catch(() => false)
  toneMapping.set(media, asked)
  return asked
}
