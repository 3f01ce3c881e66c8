import { IngestError } from '../ingest-error.ts'

/** Packet types of enhanced RTMP; those of sound and picture agree in these. */
export const enhancedTypes = {
  sequenceStart: 0,
  codedFrames: 1,
  sequenceEnd: 2,
  codedFramesX: 3,
  multitrack: 5,
  multitrackOfPictures: 6,
  modEx: 7,
} as const

const multitrackTypes = { oneTrack: 0, manyTracks: 1, manyCodecs: 2 } as const

export interface EnhancedTag {
  packetType: number
  fourCc: string
  body: Buffer
  /** There are tracks beside the first, which are not read. */
  hasMoreTracks: boolean
}

/** Undefined for a track that is not the first. `packetType` is what the first byte of the tag says. */
export const readEnhancedTag = (
  tag: Buffer,
  packetType: number,
  multitrackType: number,
): EnhancedTag | undefined => {
  const cursor = new Cursor(tag)
  let type = packetType
  while (type === enhancedTypes.modEx) {
    let size = cursor.unsigned(1) + 1
    if (size === 256) size = cursor.unsigned(2) + 1
    cursor.skip(size)
    type = cursor.unsigned(1) & 0xf
  }
  if (type !== multitrackType)
    return { packetType: type, fourCc: cursor.text(4), body: cursor.rest(), hasMoreTracks: false }

  const kinds = cursor.unsigned(1)
  const kind = kinds >> 4
  const fourCc = cursor.text(4)
  const track = cursor.unsigned(1)
  if (kind === multitrackTypes.oneTrack)
    return track === 0
      ? { packetType: kinds & 0xf, fourCc, body: cursor.rest(), hasMoreTracks: false }
      : undefined
  if (kind > multitrackTypes.manyCodecs) throw new IngestError('The tracks are in no known order.')
  const size = cursor.unsigned(3)
  const body = cursor.take(size)
  return { packetType: kinds & 0xf, fourCc, body, hasMoreTracks: cursor.rest().length > 0 }
}

class Cursor {
  readonly #bytes: Buffer
  #at = 1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  take(length: number) {
    const start = this.#at
    if (start + length > this.#bytes.length) throw new IngestError('A tag is cut off.')
    this.#at += length
    return this.#bytes.subarray(start, this.#at)
  }

  unsigned(length: number) {
    return this.take(length).readUIntBE(0, length)
  }

  skip(length: number) {
    this.take(length)
  }

  text(length: number) {
    return this.take(length).toString('latin1')
  }

  rest() {
    return this.#bytes.subarray(this.#at)
  }
}
