import { open } from 'node:fs/promises'
import type { Media } from '../find-media.ts'
import { MediaError } from '../media-error.ts'
import type { MediaMap, Rung, RungName } from '../media-map.ts'
import { cutSegment, initOf } from './cut-segment.ts'
import { withEncodedPart, type EncodeWork } from './encode-part.ts'
import { keptVideoTimeline } from './video-timeline.ts'

export interface SegmentBytes {
  /** The same for all segments of a rung. */
  init: Buffer
  media: Buffer
}

/** Copies a segment of the source without ffmpeg: for mp4 sources. */
export const copySegment = async (given: {
  sourcePath: string
  map: MediaMap
  index: number
}): Promise<SegmentBytes> => {
  const { sourcePath, map, index } = given
  const { start, end } = cutsOf(map, index)
  const timeline = map.video && (await keptVideoTimeline(sourcePath, map.video.stream))
  if (!timeline) throw new MediaError('failed', 'The source cannot be cut without being rewritten.')
  const handle = await open(sourcePath)
  try {
    const media = await cutSegment(handle, timeline, { index, start, end, origin: 0 })
    return { init: initOf(timeline), media }
  } finally {
    await handle.close()
  }
}

/** The initialisation segment of the copied source, without any frames. */
export const copyInit = async (given: { sourcePath: string; map: MediaMap }): Promise<Buffer> => {
  const timeline =
    given.map.video && (await keptVideoTimeline(given.sourcePath, given.map.video.stream))
  if (!timeline) throw new MediaError('failed', 'The source cannot be cut without being rewritten.')
  return initOf(timeline)
}

/** Encodes one segment of a rung; it joins its neighbours, however those were made. */
export const encodeSegment = async (
  media: Media,
  given: EncodeWork & { rung: RungName; index: number },
): Promise<SegmentBytes> => {
  const { map, index } = given
  const { start, end } = cutsOf(map, index)
  const part = { rung: rungOf(map, given.rung), from: start, to: end, isThorough: false }
  return withEncodedPart(media, given, part, async (path, timeline) => {
    const handle = await open(path)
    try {
      const cut = { index, start, end, origin: start + timeline.startTicks }
      return { init: initOf(timeline), media: await cutSegment(handle, timeline, cut) }
    } finally {
      await handle.close()
    }
  })
}

export const cutsOf = ({ video }: MediaMap, index: number) => {
  const start = video?.cuts[index]
  const end = video?.cuts[index + 1]
  if (start === undefined || end === undefined || index < 0)
    throw new RangeError(`There is no segment ${index}.`)
  return { start, end }
}

export const rungOf = ({ video }: MediaMap, name: RungName): Rung => {
  const rung = video?.rungs.find((rung) => rung.name === name)
  if (!rung) throw new RangeError(`There is no rung ${name}.`)
  return rung
}
