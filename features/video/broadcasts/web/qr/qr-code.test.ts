import { expect, test } from 'vitest'
import { multiply } from './error-correction.ts'
import { masks } from './masks.ts'
import { qrCode } from './qr-code.ts'
import { formatBits, frameOf, placesOf } from './qr-modules.ts'
import { versionFor } from './versions.ts'

/** Reads the format beside the upper left square, as the standard places it: the highest bit first. */
const formatPlaces = [
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const),
  ...[7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const),
]

const powerOfTwo = (exponent: number) => {
  let value = 1
  for (let turn = 0; turn < exponent; turn += 1) value = multiply(value, 2)
  return value
}

/** Without damage, each block is zero at every root of the generator. */
const isIntact = (block: number[], correction: number) =>
  Array.from({ length: correction }, (_, root) => powerOfTwo(root)).every(
    (x) => block.reduce((sum, word) => multiply(sum, x) ^ word, 0) === 0,
  )

/** A reader that shares only the layout of the frame with the writer. */
const readQr = (modules: boolean[][], bytes: number) => {
  const version = versionFor(bytes)!
  const format = formatPlaces.reduce(
    (bits, [row, column]) => (bits << 1) | (modules[row]![column] ? 1 : 0),
    0,
  )
  const mask = masks.findIndex((_, index) => formatBits(index) === format)
  expect(mask).toBeGreaterThanOrEqual(0)
  const bits = [...placesOf(frameOf(version))].map(
    ([row, column]) => modules[row]![column]! !== masks[mask]!(row, column),
  )
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => (word << 1) | Number(bit), 0),
  )
  const blocks: number[][] = version.blocks.map(() => [])
  let at = 0
  const longest = Math.max(...version.blocks)
  for (let turn = 0; turn < longest; turn += 1)
    version.blocks.forEach((length, block) => {
      if (turn < length) blocks[block]!.push(words[at++]!)
    })
  const data = blocks.flat()
  for (let turn = 0; turn < version.correction; turn += 1)
    for (const block of blocks) block.push(words[at++]!)
  for (const block of blocks) expect(isIntact(block, version.correction)).toBe(true)
  const stream = data.flatMap((word) =>
    Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1),
  )
  const take = (count: number) =>
    stream.splice(0, count).reduce((value, bit) => (value << 1) | bit, 0)
  expect(take(4)).toBe(0b0100)
  const length = take(version.lengthBits)
  return new TextDecoder().decode(Uint8Array.from({ length }, () => take(8)))
}

test.each([1, 14, 15, 40, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331])(
  'a text of %i bytes is read back, with all its correction intact',
  (length) => {
    const text = 'rtmp://in.example:5222/app/'.repeat(20).slice(0, length)
    expect(readQr(qrCode(text)!, length)).toBe(text)
  },
)

test('what is more than 331 bytes long has no code', () => {
  expect(qrCode('x'.repeat(332))).toBeUndefined()
})

test('the words that name level and mask are those of the standard', () => {
  // ISO/IEC 18004, level M with the masks 0 and 5.
  expect(formatBits(0).toString(2).padStart(15, '0')).toBe('101010000010010')
  expect(formatBits(5).toString(2).padStart(15, '0')).toBe('100000011001110')
})
