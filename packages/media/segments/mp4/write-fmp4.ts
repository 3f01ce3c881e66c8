import { makeBox, makeFullBox, uint16, uint32, uint64 } from './mp4-boxes.ts'
import { mediaTimescale } from '../../media-map.ts'
import { readAacConfig } from './sample-description.ts'

/** One sample of a segment, in decoding order. */
export interface WrittenSample {
  duration: number
  size: number
  /** Presentation time minus decode time; can be negative, so that a segment begins when its first frame is shown. */
  shift: number
  isSync: boolean
}

const identityMatrix = uint32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00)
const trackId = 1
const undetermined = 0x55_c4
const syncFlags = 0x2_00_00_00
const otherFlags = 0x1_01_00_00

interface VideoParameters {
  width: number
  height: number
  /** Content of `avcC`, or of the other box that is named. */
  avc: Buffer
  entry?: 'avc1' | 'hvc1' | 'av01'
  configBox?: 'avcC' | 'hvcC' | 'av1C'
}

export const videoInit = (given: VideoParameters): Buffer =>
  writeInit({
    timescale: mediaTimescale,
    handler: 'vide',
    isAudio: false,
    size: [given.width, given.height],
    mediaHeader: makeFullBox('vmhd', 0, 1, Buffer.alloc(8)),
    entry: makeBox(
      given.entry ?? 'avc1',
      Buffer.alloc(6),
      uint16(1),
      Buffer.alloc(16),
      uint16(given.width, given.height),
      uint32(0x48_00_00, 0x48_00_00, 0),
      uint16(1),
      Buffer.alloc(32),
      uint16(0x18, 0xff_ff),
      makeBox(given.configBox ?? 'avcC', given.avc),
    ),
  })

export const audioInit = (config: Buffer): Buffer => {
  const { sampleRate = 0, channels = 0 } = readAacConfig(config) ?? {}
  return writeInit({
    timescale: sampleRate,
    handler: 'soun',
    isAudio: true,
    size: [0, 0],
    mediaHeader: makeFullBox('smhd', 0, 0, Buffer.alloc(4)),
    entry: makeBox(
      'mp4a',
      Buffer.alloc(6),
      uint16(1),
      Buffer.alloc(8),
      uint16(channels, 16, 0, 0),
      uint32(sampleRate * 0x1_00_00),
      makeFullBox('esds', 0, 0, decoderDescriptor(config)),
    ),
  })
}

function decoderDescriptor(config: Buffer): Buffer {
  const descriptor = (tag: number, ...content: Buffer[]) => {
    const body = Buffer.concat(content)
    return Buffer.concat([Buffer.from([tag, body.length]), body])
  }
  const audioOfMpeg4 = Buffer.concat([Buffer.from([0x40, 0x15, 0, 0, 0]), uint32(0, 0)])
  return descriptor(
    3,
    uint16(trackId),
    Buffer.from([0]),
    descriptor(4, audioOfMpeg4, descriptor(5, config)),
    descriptor(6, Buffer.from([2])),
  )
}

interface InitParts {
  timescale: number
  handler: string
  isAudio: boolean
  size: [number, number]
  mediaHeader: Buffer
  entry: Buffer
}

function writeInit({ timescale, handler, isAudio, size, mediaHeader, entry }: InitParts): Buffer {
  const nothing = (type: string) => makeFullBox(type, 0, 0, uint32(0))
  const dataReference = makeFullBox('dref', 0, 0, uint32(1), makeFullBox('url ', 0, 1))
  const sampleTable = makeBox(
    'stbl',
    makeFullBox('stsd', 0, 0, uint32(1), entry),
    nothing('stts'),
    nothing('stsc'),
    makeFullBox('stsz', 0, 0, uint32(0, 0)),
    nothing('stco'),
  )
  const media = makeBox(
    'mdia',
    makeFullBox('mdhd', 0, 0, uint32(0, 0, timescale, 0), uint16(undetermined, 0)),
    makeFullBox('hdlr', 0, 0, uint32(0), Buffer.from(handler), Buffer.alloc(13)),
    makeBox('minf', mediaHeader, makeBox('dinf', dataReference), sampleTable),
  )
  const track = makeFullBox(
    'tkhd',
    0,
    3,
    uint32(0, 0, trackId, 0, 0, 0, 0),
    uint16(0, 0, isAudio ? 0x1_00 : 0, 0),
    identityMatrix,
    uint32(size[0] * 0x1_00_00, size[1] * 0x1_00_00),
  )
  const movie = makeFullBox(
    'mvhd',
    0,
    0,
    uint32(0, 0, timescale, 0, 0x1_00_00),
    uint16(0x1_00),
    Buffer.alloc(10),
    identityMatrix,
    Buffer.alloc(24),
    uint32(trackId + 1),
  )
  const fragments = makeBox('mvex', makeFullBox('trex', 0, 0, uint32(trackId, 1, 0, 0, 0)))
  return Buffer.concat([
    makeBox('ftyp', Buffer.from('iso6'), uint32(0), Buffer.from('iso6cmfcmp41')),
    makeBox('moov', movie, makeBox('trak', track, media), fragments),
  ])
}

/** Everything of a segment except its samples, which follow unchanged. */
export const segmentHead = (
  given: { sequence: number; time: number },
  samples: readonly WrittenSample[],
): Buffer => {
  const entries = Buffer.alloc(samples.length * entryBytes)
  let bytes = 0
  for (const [place, { duration, size, shift, isSync }] of samples.entries()) {
    entries.writeUInt32BE(duration, place * 16)
    entries.writeUInt32BE(size, place * 16 + 4)
    entries.writeUInt32BE(isSync ? syncFlags : otherFlags, place * 16 + 8)
    entries.writeInt32BE(shift, place * 16 + 12)
    bytes += size
  }
  const moof = (dataOffset: number) =>
    makeBox(
      'moof',
      makeFullBox('mfhd', 0, 0, uint32(given.sequence)),
      makeBox(
        'traf',
        makeFullBox('tfhd', 0, 0x2_00_00, uint32(trackId)),
        makeFullBox('tfdt', 1, 0, uint64(given.time)),
        makeFullBox('trun', 1, 0xf01, uint32(samples.length, dataOffset), entries),
      ),
    )
  const mediaHeader = Buffer.alloc(8)
  mediaHeader.writeUInt32BE(bytes + 8, 0)
  mediaHeader.write('mdat', 4, 'latin1')
  return Buffer.concat([moof(moof(0).length + 8), mediaHeader])
}

const entryBytes = 16
const bareHeadBytes = segmentHead({ sequence: 1, time: 0 }, []).length

/** The length of a head without making it. */
export const headBytesOf = (samples: number): number => bareHeadBytes + samples * entryBytes
