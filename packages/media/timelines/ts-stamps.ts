import type { FileHandle } from 'node:fs/promises'

/** Times in MPEG-TS are 33 bits at 90 kHz: they begin again after 26.5 hours. */
export const wrapTicks = 2 ** 33

/** A packet begins with its sync byte; Blu-ray and camcorders put four bytes before each. */
export interface TsLayout {
  packetBytes: number
  headBytes: number
}

const syncByte = 0x47
const layouts: TsLayout[] = [
  { packetBytes: 188, headBytes: 0 },
  { packetBytes: 192, headBytes: 4 },
]
const packetsToTrust = 5

export const layoutOf = (start: Buffer): TsLayout | undefined =>
  layouts.find(({ packetBytes, headBytes }) =>
    Array.from({ length: packetsToTrust }, (_, packet) => packet).every(
      (packet) => start[packet * packetBytes + headBytes] === syncByte,
    ),
  )

/** A time in a packet, and where it stands. */
export interface Stamp {
  pid: number
  kind: 'picture' | 'sound' | 'other' | 'clock'
  /** When it is shown; for a clock, its time. */
  shown: number
  /** When it is decoded, if that is another time. */
  decoded: number | undefined
  /** Offsets in the buffer. */
  shownAt: number
  decodedAt: number
}

const readTime = (bytes: Buffer, at: number) =>
  (((bytes[at] ?? 0) >> 1) & 7) * 2 ** 30 +
  ((bytes.readUInt16BE(at + 1) >> 1) << 15) +
  (bytes.readUInt16BE(at + 3) >> 1)

/** Keeps the marker bits around the time. */
export const writeTime = (bytes: Buffer, at: number, ticks: number) => {
  bytes[at] = ((bytes[at] ?? 0) & 0xf1) | (Math.floor(ticks / 2 ** 30) << 1)
  bytes.writeUInt16BE(((Math.floor(ticks / 2 ** 15) & 0x7fff) << 1) | 1, at + 1)
  bytes.writeUInt16BE(((ticks % 2 ** 15) << 1) | 1, at + 3)
}

/** The clock of the program: 33 bits, of which the last is in the fifth byte. */
export const writeClock = (bytes: Buffer, at: number, ticks: number) => {
  bytes.writeUInt32BE(Math.floor(ticks / 2), at)
  bytes[at + 4] = ((bytes[at + 4] ?? 0) & 0x7f) | ((ticks % 2) << 7)
}

const kindOf = (streamId: number): Stamp['kind'] | undefined => {
  if (streamId >= 0xe0 && streamId <= 0xef) return 'picture'
  if (streamId >= 0xc0 && streamId <= 0xdf) return 'sound'
  // Private and extended streams: Dolby sound, subtitles, VC-1.
  return streamId === 0xbd || streamId === 0xfd ? 'other' : undefined
}

function stampOf(bytes: Buffer, pid: number, payload: number, end: number): Stamp | undefined {
  if (payload + 14 > end || bytes.readUIntBE(payload, 3) !== 1) return undefined
  const kind = kindOf(bytes[payload + 3] ?? 0)
  const flags = bytes[payload + 7] ?? 0
  if (!kind || ((bytes[payload + 6] ?? 0) & 0xc0) !== 0x80 || (flags & 0x80) === 0) return undefined
  const shownAt = payload + 9
  const hasDecoded = (flags & 0x40) !== 0 && payload + 19 <= end
  return {
    pid,
    kind,
    shown: readTime(bytes, shownAt),
    decoded: hasDecoded ? readTime(bytes, shownAt + 5) : undefined,
    shownAt,
    decodedAt: shownAt + 5,
  }
}

/** All times of the packets in a buffer, in the order of the file. */
export const stampsIn = function* (bytes: Buffer, layout: TsLayout): Generator<Stamp> {
  const { packetBytes, headBytes } = layout
  for (let start = headBytes; start + 188 <= bytes.length; start += packetBytes) {
    if (bytes[start] !== syncByte) continue
    const second = bytes[start + 1] ?? 0
    const control = bytes[start + 3] ?? 0
    const hasField = (control & 0x20) !== 0
    const begins = (second & 0x40) !== 0 && (control & 0x10) !== 0
    if (!hasField && !begins) continue
    const pid = ((second & 0x1f) << 8) | (bytes[start + 2] ?? 0)
    const fieldBytes = hasField ? (bytes[start + 4] ?? 0) : 0
    if (fieldBytes >= 7 && ((bytes[start + 5] ?? 0) & 0x10) !== 0) {
      const at = start + 6
      const shown = bytes.readUInt32BE(at) * 2 + ((bytes[at + 4] ?? 0) >> 7)
      yield { pid, kind: 'clock', shown, decoded: undefined, shownAt: at, decodedAt: at }
    }
    const payload = start + 4 + (hasField ? fieldBytes + 1 : 0)
    const stamp = begins ? stampOf(bytes, pid, payload, start + 188) : undefined
    if (stamp) yield stamp
  }
}

const chunkPackets = 8192

/** The file in pieces of whole packets. The buffer is used again for the next piece. */
export const piecesOf = async function* (file: FileHandle, { packetBytes }: TsLayout) {
  const buffer = Buffer.alloc(chunkPackets * packetBytes)
  for (let place = 0; ;) {
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, place + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    if (filled === 0) return
    yield buffer.subarray(0, filled)
    place += filled
  }
}
