import { InputRefused } from '../../input-refused.ts'
import { decodeAs } from './decode-as.ts'
import { detectEncoding } from './detect-encoding.ts'

const unreadable = 'Save it as UTF-8 and add it again.'
const refuse = (what: string) => new InputRefused(`${what} ${unreadable}`)

const startsWith = (bytes: Uint8Array, ...mark: number[]) =>
  mark.every((byte, place) => bytes[place] === byte)

/** Letters of other scripts have a zero now and then. */
const zerosRatio = 4
const zerosShareMin = 0.1

/** Digits, times and line feeds have a zero in every other byte. */
const unmarkedUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  let [even, odd] = [0, 0]
  for (const [place, byte] of bytes.entries()) {
    if (byte !== 0) continue
    if (place % 2 === 0) even += 1
    else odd += 1
  }
  const least = (bytes.length / 2) * zerosShareMin
  if (odd > least && odd > even * zerosRatio) return 'utf-16le'
  return even > least && even > odd * zerosRatio ? 'utf-16be' : undefined
}

/** By its byte order mark, or by its zeros. */
const unicodeOf = (bytes: Uint8Array) => {
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) return 'utf-32'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  return bytes.includes(0) ? unmarkedUtf16(bytes) : undefined
}

/** XML says what it is written in. */
const declaredOf = (bytes: Uint8Array) => {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const [, name] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start) ?? []
  return name?.toLowerCase()
}

/** Japanese mail and old editors switch between sets of characters by escape sequences. */
const escapes = ['\u001B$B', '\u001B$@', '\u001B(J']

const mostlyUtf8Share = 0.9

/** Whether nearly all letters beyond ASCII are UTF-8: such a file is damaged, not in another encoding. */
const isDamagedUtf8 = (bytes: Uint8Array) => {
  const text = new TextDecoder('utf-8').decode(bytes)
  let [good, bad] = [0, 0]
  for (const letter of text) {
    if (letter === '\uFFFD') bad += 1
    else if (letter >= '\u0080') good += 1
  }
  return good > 0 && good / (good + bad) >= mostlyUtf8Share
}

/**
 * The text of a file in whichever encoding it has. Refuses one whose encoding cannot be told: letters without meaning are
 * worse than none. The language that the text should be in is a hint.
 */
export const decodeText = (bytes: Uint8Array, language?: string): string => {
  const unicode = unicodeOf(bytes)
  if (unicode === 'utf-32') throw refuse('The subtitle file is in UTF-32.')
  if (unicode !== undefined) {
    const text = decodeAs(bytes, unicode)
    if (text === undefined)
      throw refuse(
        `The subtitle file is damaged: parts of it are not ${unicode.slice(0, 6).toUpperCase()}.`,
      )
    return text
  }
  const isUtf8 = decodeAs(bytes, 'utf-8')
  if (isUtf8 !== undefined)
    return escapes.some((sequence) => isUtf8.includes(sequence))
      ? (decodeAs(bytes, 'iso-2022-jp') ?? isUtf8)
      : isUtf8
  const declared = declaredOf(bytes)
  const asDeclared =
    declared !== undefined && !declared.startsWith('utf') ? decodeAs(bytes, declared) : undefined
  if (asDeclared !== undefined) return asDeclared
  if (isDamagedUtf8(bytes)) throw refuse('The subtitle file is damaged: parts of it are not UTF-8.')
  const detected = detectEncoding(bytes, language)
  const text = detected && decodeAs(bytes, detected)
  if (text === undefined || text === '')
    throw refuse('The encoding of the subtitle file cannot be detected.')
  return text.normalize('NFC')
}
