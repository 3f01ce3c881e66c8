import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale, type Rung, type RungName } from '../media-map.ts'
import { holdsFrame, initOf, keyframeBytesOf, planCut } from './cut-segment.ts'
import { withEncodedParts, type Encoded, type EncodeWork } from './encode-part.ts'
import { readSamples } from './mp4/read-samples.ts'
import { RenditionWriter, type MadeRendition } from './rendition-writer.ts'
import { rewriteAsMp4 } from './rewrite-as-mp4.ts'
import { rungBatches, singleSegments, type RungBatch } from './rung-batches.ts'
import { rungOf } from './segments.ts'
import { readVideoTimeline, type VideoTimeline } from './video-timeline.ts'

/** Encodes all segments of a rung into one file. Its initialisation segment equals that of single segments. */
export const encodeRung = async (
  media: Media,
  { rung, ...work }: EncodeWork & { rung: RungName },
): Promise<MadeRendition> => {
  const [made] = await encodeRungs(media, { ...work, rungs: [rung] })
  if (!made) throw new MediaError('failed', 'Nothing was encoded.')
  return made
}

/** The same for several rungs, in their order: the source is decoded once for all of them. */
export const encodeRungs = async (
  media: Media,
  work: EncodeWork & { rungs: readonly RungName[] },
): Promise<MadeRendition[]> => {
  const { map, folder } = work
  const { video } = map
  if (!video) throw new MediaError('failed', 'There is no video to encode.')
  const making: Making[] = []
  try {
    for (const name of work.rungs) {
      const writer = await RenditionWriter.create(join(folder, `${name}.mp4`))
      making.push({ rung: rungOf(map, name), writer })
    }
    const batches = [...rungBatches(video)]
    for (let next = batches.shift(); next; next = batches.shift())
      // Where the file is damaged, a segment without a frame can only be made alone.
      if (!(await encodeBatch(media, work, making, next))) batches.unshift(...singleSegments(next))
    const made: MadeRendition[] = []
    for (const { writer } of making) made.push(await writer.finish())
    return made
  } catch (error) {
    for (const { writer } of making) await writer.abandon()
    throw error
  }
}

interface Making {
  rung: Rung
  writer: RenditionWriter
  /** The initialisation segment that has been written. */
  init?: Buffer
}

/** Returns false where a segment of the batch holds no frame. */
const encodeBatch = (
  media: Media,
  work: EncodeWork,
  making: readonly Making[],
  { first, cuts: batch, repeats }: RungBatch,
): Promise<boolean> => {
  const { onProgress, signal } = work
  const [from = 0] = batch
  const part = {
    rungs: making.map(({ rung }) => rung),
    from,
    to: batch.at(-1) ?? from,
    keyframes: batch.slice(1, -1),
    isThorough: true,
  }
  const batchWork = {
    ...work,
    ...(onProgress && {
      onProgress: (seconds: number) => onProgress(from / mediaTimescale + seconds),
    }),
  }
  return withEncodedParts(media, batchWork, part, async (encoded) => {
    const isMissing = ({ timeline }: Encoded) =>
      batch.length > 2 && !hasAllSegments(timeline, batch, from + timeline.startTicks)
    if (encoded.some(isMissing)) return false
    for (const [place, one] of making.entries()) {
      const { path, timeline } = encoded[place]!
      const own = initOf(timeline)
      if (one.init === undefined) await one.writer.append(own)
      else if (!own.equals(one.init)) throw new MediaError('failed', 'Parts of a rung differ.')
      one.init = own
      const given = { path, timeline, signal }
      const origin = from + timeline.startTicks
      await appendSegments(one.writer, { ...given, origin, batch, first })
      let start = part.to
      for (const [repeat, end] of repeats.entries()) {
        await appendSegments(one.writer, {
          ...given,
          origin: start + timeline.startTicks,
          batch: [start, end],
          first: first + batch.length - 1 + repeat,
        })
        start = end
      }
    }
    return true
  })
}

const hasAllSegments = (timeline: VideoTimeline, batch: readonly number[], origin: number) =>
  batch
    .slice(1)
    .every((end, place) => holdsFrame(timeline, { start: batch[place] ?? 0, end, origin }))

/** Copies the whole source into one file of segments. */
export const copyRung = async (
  media: Media,
  work: Omit<EncodeWork, 'onProgress'> & { onProgress?: (seconds: number) => void },
): Promise<MadeRendition> => {
  const { map, folder, fileName } = work
  const { video } = map
  if (!video) throw new MediaError('failed', 'There is no video to copy.')
  const source = join(folder, fileName)
  const inPlace = video.rungs.some(({ name, isOnDemand }) => name === 'source' && isOnDemand)
  const rewrite = { ...work, stream: video.stream, output: 'rewritten.mp4' }
  const path = inPlace ? source : (await rewriteAsMp4(media, rewrite)).path
  try {
    const timeline = await readVideoTimeline(path, inPlace ? video.stream : undefined)
    if (!timeline) throw new MediaError('failed', 'The source cannot be copied.')
    const writer = await RenditionWriter.create(join(folder, 'source-rung.mp4'))
    try {
      await writer.append(initOf(timeline))
      const whole = { path, timeline, origin: 0, batch: video.cuts, first: 0 }
      await appendSegments(writer, { ...whole, signal: work.signal, onProgress: work.onProgress })
      return await writer.finish()
    } catch (error) {
      await writer.abandon()
      throw error
    }
  } finally {
    if (!inPlace) await rm(path, { force: true })
  }
}

interface Appended {
  path: string
  timeline: VideoTimeline
  origin: number
  batch: readonly number[]
  /** Index of the first segment of the batch. */
  first: number
  signal?: AbortSignal | undefined
  onProgress?: ((seconds: number) => void) | undefined
}

async function appendSegments(writer: RenditionWriter, given: Appended): Promise<void> {
  const { timeline, origin, batch, first } = given
  const handle = await open(given.path)
  try {
    for (const [place, end] of batch.slice(1).entries()) {
      if (given.signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
      const cut = { index: first + place, start: batch[place] ?? 0, end, origin }
      const planned = planCut(timeline, cut)
      const bytes = await readSamples(handle, timeline.samples, planned)
      await writer.append(bytes, keyframeBytesOf(timeline, planned))
      given.onProgress?.(end / mediaTimescale)
    }
  } finally {
    await handle.close()
  }
}

export type { MadeRendition }
