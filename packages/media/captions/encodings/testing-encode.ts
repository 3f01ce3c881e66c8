import { decodeAs } from './decode-as.ts'

const asciiBytes = 0x80
const tables = new Map<string, ReadonlyMap<string, Buffer>>()

/** Each letter and its bytes: what a decoder makes of every byte and every pair. */
const makeTable = (encoding: string): ReadonlyMap<string, Buffer> => {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, Buffer>()
  const add = (bytes: Buffer) => {
    const letter = decodeAs(bytes, encoding)
    if (letter !== undefined && Array.from(letter).length === 1 && !table.has(letter))
      table.set(letter, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(Buffer.from([byte]))
  for (let first = asciiBytes; first < 256; first += 1)
    for (let second = 0x30; second < 256; second += 1) add(Buffer.from([first, second]))
  tables.set(encoding, table)
  return table
}

/** The text as an old program would have written it. */
export const makeEncoded = (text: string, encoding: string): Buffer => {
  const table = makeTable(encoding)
  const given = encoding === 'windows-1258' ? splitTones(text) : text
  return Buffer.concat(
    Array.from(given).map((letter) => {
      const bytes = table.get(letter)
      if (!bytes) throw new RangeError(`${encoding} has no ${letter}.`)
      return bytes
    }),
  )
}

const tones = /[\u0300\u0301\u0303\u0309\u0323]/g

/** Vietnamese has letters, and tones behind them. */
const splitTones = (text: string) =>
  Array.from(text)
    .map((letter) => {
      const parts = letter.normalize('NFD')
      const own = parts.match(tones) ?? []
      return own.length === 0 ? letter : parts.replaceAll(tones, '').normalize('NFC') + own.join('')
    })
    .join('')
