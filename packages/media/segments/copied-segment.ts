import { open } from 'node:fs/promises'
import { MediaError } from '../media-error.ts'
import type { MediaMap } from '../media-map.ts'
import { keyframeBytesOf, planCut } from './cut-segment.ts'
import { bytesOfSamples, readSamples } from './mp4/read-samples.ts'
import type { SampleTable } from './mp4/sample-table.ts'
import { cutsOf } from './segments.ts'
import { keptVideoTimeline } from './video-timeline.ts'

const pieceBytes = 1024 * 1024

/** A copied segment of the source; only the chunk being sent is in memory. */
export interface CopiedSegment {
  totalBytes: number
  /** Both ends are inclusive. */
  read: (
    sourcePath: string,
    range: { start: number; end: number },
  ) => AsyncGenerator<Buffer, void, undefined>
}

/** Chunks of about equal size; a sample is never split. */
function* piecesOf(table: SampleTable, from: number, to: number) {
  let first = from
  let bytes = 0
  for (let sample = from; sample < to; sample += 1) {
    bytes += table.sizes[sample] ?? 0
    if (bytes < pieceBytes && sample + 1 < to) continue
    yield { from: first, to: sample + 1, bytes }
    first = sample + 1
    bytes = 0
  }
}

export const copiedSegment = async (given: {
  sourcePath: string
  map: MediaMap
  index: number
}): Promise<CopiedSegment> => {
  const { sourcePath, map, index } = given
  const cut = cutsOf(map, index)
  const timeline = map.video && (await keptVideoTimeline(sourcePath, map.video.stream))
  if (!timeline) throw new MediaError('failed', 'The source cannot be cut without being rewritten.')
  const { samples } = timeline
  const { head, from, to } = planCut(timeline, { index, ...cut, origin: 0 })
  return {
    totalBytes: head.length + bytesOfSamples(samples, from, to),
    async *read(path, { start, end }) {
      if (start < head.length) yield head.subarray(start, end + 1)
      const handle = await open(path)
      try {
        let place = head.length
        for (const piece of piecesOf(samples, from, to)) {
          const [first, last] = [start - place, end + 1 - place]
          place += piece.bytes
          if (first >= piece.bytes) continue
          if (last <= 0) return
          const bytes = await readSamples(handle, samples, piece)
          yield bytes.subarray(Math.max(0, first), Math.min(bytes.length, last))
        }
      } finally {
        await handle.close()
      }
    },
  }
}

/** Of each segment of a source that is copied in place, up to the end of its first frame. */
export const copiedKeyframeBytes = async (
  sourcePath: string,
  map: MediaMap,
): Promise<number[] | undefined> => {
  const timeline = map.video && (await keptVideoTimeline(sourcePath, map.video.stream))
  if (!timeline) return undefined
  const { cuts = [] } = map.video ?? {}
  return cuts
    .slice(1)
    .map((end, index) =>
      keyframeBytesOf(
        timeline,
        planCut(timeline, { index, start: cuts[index] ?? 0, end, origin: 0 }),
      ),
    )
}
