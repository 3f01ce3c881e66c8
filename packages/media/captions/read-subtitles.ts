import { InputRefused } from '../input-refused.ts'
import { cleanMarkup } from './clean-markup.ts'
import type { Cue } from './cue.ts'

/** A book has a million letters; twelve hours of speech have fewer. */
export const subtitleBytesMax = 8 * 1024 * 1024
const cuesMax = 50_000
const linesOfCueMax = 40
const lineLettersMax = 4000

const isUtf16 = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

const decode = (bytes: Uint8Array) => {
  if (isUtf16(bytes))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Old SubRip files use the encoding of the machine that wrote them, nearly always this one.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

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

/**
 * Reads WebVTT or SubRip in any usual encoding. Skips cues without words or with times that run
 * backwards; refuses a file without any valid cue.
 */
export const readSubtitles = (bytes: Uint8Array): Cue[] => {
  if (bytes.length === 0) throw new InputRefused('The subtitle file is empty.')
  if (bytes.length > subtitleBytesMax)
    throw new InputRefused('The subtitle file is larger than 8 MB.')
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw new InputRefused('This is not a WebVTT or SubRip file.')
  const format = /^WEBVTT(?:\s|$)/.test(text) ? 'webvtt' : 'subrip'
  const cues = blocksOf(text).flatMap((block) => cueOf(block, format) ?? [])
  if (cues.length === 0)
    throw new InputRefused(
      format === 'webvtt'
        ? 'The WebVTT file holds no cue.'
        : 'This is not a WebVTT or SubRip file.',
    )
  if (cues.length > cuesMax)
    throw new InputRefused(`The subtitle file holds more than ${cuesMax} cues.`)
  return cues.toSorted((first, second) => first.start - second.start || first.end - second.end)
}
