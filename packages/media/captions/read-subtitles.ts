import { InputRefused } from '../input-refused.ts'
import { cleanMarkup } from './clean-markup.ts'
import type { Cue } from './cue.ts'
import { decodeText } from './encodings/decode-text.ts'
import { isSubStation, readSubStation } from './formats/substation.ts'
import { isTtml, readTtml } from './formats/ttml.ts'

/** A book has a million letters; twelve hours of speech have fewer. */
export const subtitleBytesMax = 8 * 1024 * 1024
const cuesMax = 50_000
const linesOfCueMax = 40
const lineLettersMax = 4000

const timing =
  /^\s*((?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s+(\S.*))?$/

const secondsOf = (time: string) => {
  const [clock = '', fraction = ''] = time.split(/[.,]/)
  const whole = clock.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return whole + Number(`0.${fraction}`)
}

const setting = /^(?:(?:vertical:(?:rl|lr))|(?:(?:line|position|size|align):[-\w.,%]{1,40}))$/

/** Regions and styles are dropped: a cue must work alone. */
const settingsOf = (given: string | undefined) =>
  (given ?? '')
    .split(/\s+/)
    .filter((part) => setting.test(part))
    .join(' ')

const blocksOf = (text: string) => {
  const blocks: string[][] = []
  let block: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') {
      if (block.length > 0) blocks.push(block)
      block = []
    } else if (block.length < linesOfCueMax) block.push(line)
  }
  if (block.length > 0) blocks.push(block)
  return blocks
}

const cueOf = (block: readonly string[], format: 'webvtt' | 'subrip'): Cue | undefined => {
  // A number or a name may come before the times.
  const place = block.slice(0, 2).findIndex((line) => timing.test(line))
  if (place === -1) return undefined
  const [, from = '', to = '', given] = timing.exec(block[place] ?? '') ?? []
  const start = secondsOf(from)
  const end = secondsOf(to)
  const text = block
    .slice(place + 1)
    .map((line) => cleanMarkup(line.slice(0, lineLettersMax), format))
    .join('\n')
    .trim()
  if (!(end > start) || text === '') return undefined
  const settings = format === 'webvtt' ? settingsOf(given) : ''
  return { start, end, text, ...(settings !== '' && { settings }) }
}

const isWebVtt = (text: string) => /^WEBVTT(?:\s|$)/.test(text)

const cuesOf = (text: string): { cues: Cue[]; format: string | undefined } => {
  if (isTtml(text)) return { cues: readTtml(text), format: 'TTML' }
  if (isSubStation(text)) return { cues: readSubStation(text), format: 'SubStation Alpha' }
  const isPlain = !isWebVtt(text)
  const cues = blocksOf(text).flatMap((block) => cueOf(block, isPlain ? 'subrip' : 'webvtt') ?? [])
  return { cues, format: isPlain ? undefined : 'WebVTT' }
}

const noCueOf = (format: string) => `The ${format} file has no cues.`
const isWebVttStart = (bytes: Uint8Array) =>
  isWebVtt(Buffer.from(bytes.subarray(0, 10)).toString('latin1').replace(/^ï»¿/, ''))
const isNone = 'This is not a subtitle file. Use WebVTT, SubRip, TTML or SubStation Alpha (ASS).'

/** What every format has in ASCII: bytes without it are not worth a guess at their letters. */
const hasSigns = (bytes: Uint8Array) => {
  const signs = ['-->', '<tt', ':tt', '[Events]', '[Script Info]']
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const plain = text.includes(0) ? Buffer.from(text.filter((byte) => byte !== 0)) : text
  return signs.some((sign) => plain.includes(sign))
}

/**
 * Reads WebVTT, SubRip, TTML or SubStation Alpha in any usual encoding; the language helps to tell which. Skips cues without
 * words or with times that run backwards; refuses a file without any valid cue.
 */
export const readSubtitles = (bytes: Uint8Array, language?: string): Cue[] => {
  if (bytes.length === 0) throw new InputRefused('The subtitle file is empty.')
  if (bytes.length > subtitleBytesMax)
    throw new InputRefused('The subtitle file is larger than 8 MB.')
  if (!hasSigns(bytes)) throw new InputRefused(isWebVttStart(bytes) ? noCueOf('WebVTT') : isNone)
  const text = decodeText(bytes, language).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw new InputRefused(isNone)
  const { cues, format } = cuesOf(text)
  if (cues.length === 0) throw new InputRefused(format === undefined ? isNone : noCueOf(format))
  if (cues.length > cuesMax)
    throw new InputRefused(`The subtitle file has more than ${cuesMax} cues.`)
  return cues.toSorted((first, second) => first.start - second.start || first.end - second.end)
}
