/** A box of a file of the mp4 family: its start, the start of its content, and its end. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

/** Sibling boxes in a range of a buffer; stops at the first invalid one. */
export const boxesOf = function* (buffer: Buffer, start = 0, end = buffer.length): Generator<Box> {
  let place = start
  while (place + 8 <= end) {
    const box = readBoxHeader(buffer, place, end)
    if (!box || box.end > end) return
    yield box
    place = box.end
  }
}

export const readBoxHeader = (buffer: Buffer, place: number, end: number): Box | undefined => {
  const small = buffer.readUInt32BE(place)
  const type = buffer.toString('latin1', place + 4, place + 8)
  if (small === 0) return { type, start: place, body: place + 8, end }
  if (small >= 8) return { type, start: place, body: place + 8, end: place + small }
  if (small !== 1 || place + 16 > buffer.length) return undefined
  const large = Number(buffer.readBigUInt64BE(place + 8))
  if (large < 16 || !Number.isSafeInteger(large)) return undefined
  return { type, start: place, body: place + 16, end: place + large }
}

/** The first box that matches a path of types. */
export const findBox = (buffer: Buffer, within: Box, ...types: string[]): Box | undefined => {
  let box: Box | undefined = within
  for (const type of types) box = box && findChild(buffer, box, type)
  return box
}

function findChild(buffer: Buffer, within: Box, type: string): Box | undefined {
  for (const child of boxesOf(buffer, within.body, within.end))
    if (child.type === type) return child
  return undefined
}

/** Builds a box. */
export const makeBox = (type: string, ...content: Buffer[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 8)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...content], size)
}

export const makeFullBox = (type: string, version: number, flags: number, ...content: Buffer[]) =>
  makeBox(type, uint32(version * 0x1_00_00_00 + flags), ...content)

export const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4)
  return bytes
}

export const uint16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, place * 2)
  return bytes
}

export const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
