import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { NotAuthentic, seal, sealedSize, unseal } from './sealed-stream.ts'

const key = randomBytes(32)
const piece = 65_536
const sealedPiece = piece + 16

async function* inPieces(content: Buffer, bytes: number) {
  for (let from = 0; from < content.length; from += bytes)
    yield content.subarray(from, from + bytes)
}

const sealed = (content: Buffer, bytes = 10_000) => buffer(seal(key, inPieces(content, bytes)))
const unsealed = (content: Buffer, with_ = key) => buffer(unseal(with_, inPieces(content, 9_999)))

describe('sealed content', () => {
  test.each([0, 1, piece - 1, piece, piece + 1, 2 * piece, 300_000])(
    'of %i bytes opens unchanged, and its size is as calculated',
    async (bytes) => {
      const content = randomBytes(bytes)
      const shut = await sealed(content)
      expect(shut).toHaveLength(sealedSize(bytes))
      expect((await unsealed(shut)).equals(content)).toBe(true)
    },
  )

  test('does not depend on how its bytes came', async () => {
    const content = randomBytes(200_000)
    expect((await sealed(content, 1_000)).equals(await sealed(content, 150_000))).toBe(true)
  })

  test('opens with no other key', async () => {
    await expect(unsealed(await sealed(randomBytes(10)), randomBytes(32))).rejects.toThrow(
      NotAuthentic,
    )
  })
})

describe('is not opened', async () => {
  const shut = await sealed(randomBytes(3 * piece))
  const pieceOf = (place: number) => shut.subarray(place * sealedPiece, (place + 1) * sealedPiece)
  const joined = (...places: number[]) => Buffer.concat(places.map(pieceOf))

  test('with a bit flipped, wherever it is', async () => {
    for (let position = 0; position < shut.length; position += 4_001) {
      const altered = Buffer.from(shut)
      altered[position]! ^= 1 << (position % 8)
      await expect(unsealed(altered), `at ${position}`).rejects.toThrow(NotAuthentic)
    }
  })

  test.each([
    0,
    1,
    15,
    16,
    sealedPiece - 1,
    sealedPiece,
    sealedPiece + 1,
    2 * sealedPiece,
    3 * sealedPiece - 1,
  ])('cut off after %i bytes', async (bytes) => {
    await expect(unsealed(shut.subarray(0, bytes))).rejects.toThrow(NotAuthentic)
  })

  test.each([
    ['in another order', joined(1, 0, 2)],
    ['without one in the middle', joined(0, 2)],
    ['with one twice', joined(0, 1, 1, 2)],
    ['beginning later', joined(1, 2)],
    ['with its end first', joined(2, 0, 1)],
    ['with something behind it', Buffer.concat([shut, Buffer.from([0])])],
    ['twice', Buffer.concat([shut, shut])],
  ])('%s', async (_, altered) => {
    await expect(unsealed(altered)).rejects.toThrow(NotAuthentic)
  })
})
