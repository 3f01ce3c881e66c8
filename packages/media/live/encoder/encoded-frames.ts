import { FragmentedSamples } from '../../segments/mp4/fragments.ts'
import { boxesOf, findBox, readBoxHeader, type Box } from '../../segments/mp4/mp4-boxes.ts'
import { readSampleDescription } from '../../segments/mp4/sample-description.ts'
import { makeSampleTable } from '../../segments/mp4/sample-table.ts'

export interface EncodedFrame {
  /** From 0, in the order of the outputs. */
  track: number
  /** Units of the file. */
  decode: number
  isSync: boolean
  data: Buffer
}

interface TrackParameters {
  width: number
  height: number
  avc: Buffer
}

const boxBytesMax = 64 * 1024 * 1024

/** Reads a fragmented mp4 while it is written: the parameters of its tracks, then frame by frame. */
export class EncodedFrames {
  #rest: Buffer = Buffer.alloc(0)
  #moov: Buffer | undefined
  #moof: Buffer | undefined
  tracks: TrackParameters[] = []

  /** The frames that these bytes complete. */
  push(bytes: Buffer): EncodedFrame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const frames: EncodedFrame[] = []
    for (;;) {
      const rest = this.#rest
      const box = rest.length >= 8 ? readBoxHeader(rest, 0, boxBytesMax) : undefined
      if (!box || box.end > rest.length) return frames
      this.#rest = rest.subarray(box.end)
      frames.push(...this.#take(rest.subarray(0, box.end), box.type))
    }
  }

  #take(bytes: Buffer, type: string): EncodedFrame[] {
    if (type === 'moov') {
      this.#moov = Buffer.from(bytes)
      this.tracks = readTracks(this.#moov)
    }
    if (type === 'moof') this.#moof = Buffer.from(bytes)
    if (type !== 'mdat' || !this.#moof || !this.#moov) return []
    const fragment = Buffer.concat([this.#moof, bytes])
    const [moof] = boxesOf(fragment)
    const [moov] = boxesOf(this.#moov)
    this.#moof = undefined
    if (!moof || !moov) return []
    return this.tracks.flatMap((_, track) =>
      framesOf(fragment, moof, { buffer: this.#moov ?? fragment, box: moov }, track),
    )
  }
}

function framesOf(
  fragment: Buffer,
  moof: Box,
  moov: { buffer: Buffer; box: Box },
  track: number,
): EncodedFrame[] {
  const samples = new FragmentedSamples(track + 1, moov)
  samples.add(fragment, moof, 0)
  if (samples.count === 0) return []
  const table = samples.joinedTo(makeSampleTable(0))
  return Array.from({ length: table.count }, (_, sample) => {
    const offset = table.offsets[sample] ?? 0
    return {
      track,
      decode: table.decodeTimes[sample] ?? 0,
      isSync: table.isSync[sample] === 1,
      data: fragment.subarray(offset, offset + (table.sizes[sample] ?? 0)),
    }
  })
}

function readTracks(moov: Buffer): TrackParameters[] {
  const [whole] = boxesOf(moov)
  if (!whole) return []
  return [...boxesOf(moov, whole.body, whole.end)].flatMap((trak) => {
    const stsd = trak.type === 'trak' && findBox(moov, trak, 'mdia', 'minf', 'stbl', 'stsd')
    const found = stsd ? readSampleDescription(moov, stsd) : undefined
    return found?.avc ? [{ width: found.width, height: found.height, avc: found.avc }] : []
  })
}
