import { expect, test } from 'vitest'
import { cutLines } from './cut-lines.ts'

const cut = async (chunks: readonly Buffer[]) => {
  const lines: string[] = []
  const source = (async function* () {
    yield* chunks
  })()
  for await (const some of cutLines(source)) for (const line of some) lines.push(line.toString())
  return lines
}

/** A long line, one with letters of several bytes, and an empty one. */
const lines = ['{"view_id":"a"}\n', '{"title":"Grüße 🎬"}\n', '\n', '{}\n']
const text = Buffer.from(lines.join(''))

test('lines are the same wherever the chunks begin and end, also within a letter', async () => {
  for (let first = 0; first <= text.length; first += 1)
    for (let second = first; second <= text.length; second += 1)
      // A line may span the middle one, and any of the three may be empty.
      expect(
        await cut([text.subarray(0, first), text.subarray(first, second), text.subarray(second)]),
      ).toEqual(lines)
})

test('a line is kept while it grows over many chunks', async () => {
  expect(await cut([...text].map((byte) => Buffer.of(byte)))).toEqual(lines)
})

test('a response that ends within a line fails, so that half a row is never taken for one', async () => {
  await expect(cut([text.subarray(0, -1)])).rejects.toThrow('A response ended within a line.')
  await expect(cut([text, Buffer.from('{"view')])).rejects.toThrow('within a line')
  expect(await cut([])).toEqual([])
})
