/** Properties of an mp4 track that ffprobe does not report. */
export interface IsoTrack {
  type: 'video' | 'audio' | 'other'
  /** It plays from its first sample to its last, without gaps or another order. */
  hasPlainEdits: boolean
  isEncrypted: boolean
}

/** Encoders skip their lead-in (priming, reordered frames); a longer skip is an intended cut. */
const leadInSeconds = 0.25
const normalRate = 0x1_00_00
const depthMax = 8

interface Box {
  type: string
  body: Buffer
}

const boxesOf = (bytes: Buffer): Box[] => {
  const boxes: Box[] = []
  let place = 0
  while (place + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(place)
    if (size < 8 || place + size > bytes.length) break
    boxes.push({
      type: bytes.toString('latin1', place + 4, place + 8),
      body: bytes.subarray(place + 8, place + size),
    })
    place += size
  }
  return boxes
}

const find = (bytes: Buffer, ...path: string[]): Buffer | undefined => {
  const [type, ...rest] = path.slice(0, depthMax)
  const body = boxesOf(bytes).find((box) => box.type === type)?.body
  return body === undefined || rest.length === 0 ? body : find(body, ...rest)
}

const trackTypes: Record<string, IsoTrack['type']> = { vide: 'video', soun: 'audio' }

const isPlain = (list: Buffer, timescale: number) => {
  const isLong = list[0] === 1
  const entryBytes = isLong ? 20 : 12
  const count = list.readUInt32BE(4)
  if (count === 0) return true
  if (count > 1 || list.length < 8 + entryBytes) return false
  const mediaTime = isLong ? Number(list.readBigInt64BE(16)) : list.readInt32BE(12)
  const rate = list.readInt32BE(8 + entryBytes - 4)
  return mediaTime >= 0 && mediaTime <= leadInSeconds * timescale && rate === normalRate
}

const encryptedFormats = new Set(['encv', 'enca', 'drmi', 'drms'])

const hasPlainEdits = (track: Buffer) => {
  const list = find(track, 'edts', 'elst')
  const header = find(track, 'mdia', 'mdhd')
  if (!list || list.length < 8 || !header || header.length < 24) return true
  return isPlain(list, header[0] === 1 ? header.readUInt32BE(20) : header.readUInt32BE(12))
}

/** From a whole moov box with its header. Unreadable boxes count as plain: ffprobe judges the file. */
export const readTracks = (index: Buffer): IsoTrack[] =>
  boxesOf(find(index, 'moov') ?? Buffer.alloc(0))
    .filter(({ type }) => type === 'trak')
    .map(({ body: track }) => {
      const handler = find(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) ?? ''
      const format = find(track, 'mdia', 'minf', 'stbl', 'stsd')?.toString('latin1', 12, 16) ?? ''
      return {
        type: trackTypes[handler] ?? 'other',
        hasPlainEdits: hasPlainEdits(track),
        isEncrypted: encryptedFormats.has(format),
      }
    })
