import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const woffSignature = 0x774f4646
const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

/** A WOFF holds the tables of a font compressed: fontkit unpacks them in JavaScript for each document, most of the time of an invoice. */
const unpack = (woff: Buffer) => {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = woffHeader + index * woffEntry
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed === length ? bytes : inflateSync(bytes),
    }
  })
  const head = Buffer.alloc(sfntHeader + count * sfntEntry)
  const power = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  const parts: Uint8Array[] = [head]
  let at = head.length
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const entry = sfntHeader + index * sfntEntry
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    at += bytes.length + padding.length
  })
  return Buffer.concat(parts)
}

const read = new Map<string, Buffer>()

/** The bytes of a font file, kept: an invoice needs a few, and the next one the same. */
export const readFont = (file: string): Buffer => {
  const known = read.get(file)
  if (known) return known
  const bytes = readFileSync(file)
  const isWoff = bytes.length > woffHeader && bytes.readUInt32BE(0) === woffSignature
  const font = isWoff ? unpack(bytes) : bytes
  read.set(file, font)
  return font
}
