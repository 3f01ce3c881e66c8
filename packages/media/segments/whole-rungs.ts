import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale, type RungName } from '../media-map.ts'
import { holdsFrame, initOf, keyframeBytesOf, planCut } from './cut-segment.ts'
import { withEncodedPart, type EncodeWork } from './encode-part.ts'
import { readSamples } from './mp4/read-samples.ts'
import { RenditionWriter, type MadeRendition } from './rendition-writer.ts'
import { rewriteAsMp4 } from './rewrite-as-mp4.ts'
import { rungBatches, singleSegments } from './rung-batches.ts'
import { rungOf } from './segments.ts'
import { readVideoTimeline, type VideoTimeline } from './video-timeline.ts'

/** Encodes all segments of a rung into one file. Its initialisation segment equals that of single segments. */
export const encodeRung = async (
  media: Media,
  work: EncodeWork & { rung: RungName },
): Promise<MadeRendition> => {
  const { map, folder, onProgress } = work
  const rung = rungOf(map, work.rung)
  if (!map.video) throw new MediaError('failed', 'There is no video to encode.')
  const writer = await RenditionWriter.create(join(folder, `${rung.name}.mp4`))
  try {
    let init: Buffer | undefined
    const batches = [...rungBatches(map.video)]
    for (let next = batches.shift(); next; next = batches.shift()) {
      const { first, cuts: batch, repeats } = next
      const [from = 0] = batch
      const part = {
        rung,
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
      const isMade = await withEncodedPart(media, batchWork, part, async (path, timeline) => {
        const origin = from + timeline.startTicks
        if (batch.length > 2 && !hasAllSegments(timeline, batch, origin)) return false
        const own = initOf(timeline)
        if (init === undefined) await writer.append(own)
        else if (!own.equals(init)) throw new MediaError('failed', 'Parts of a rung differ.')
        init = own
        const { signal } = work
        await appendSegments(writer, { path, timeline, origin, batch, first, signal })
        let start = batch.at(-1) ?? from
        for (const [place, end] of repeats.entries()) {
          const again = { batch: [start, end], first: first + batch.length - 1 + place, signal }
          await appendSegments(writer, {
            ...again,
            path,
            timeline,
            origin: start + timeline.startTicks,
          })
          start = end
        }
        return true
      })
      // Where the file is damaged, a segment without a frame can only be made alone.
      if (!isMade) batches.unshift(...singleSegments(next))
    }
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
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
