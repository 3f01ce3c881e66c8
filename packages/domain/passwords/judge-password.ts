import { runFrom } from './runs.ts'
import type { WordFilter } from './word-filter.ts'

export interface KnownWords {
  /** Leaked passwords, words and names. */
  all: WordFilter
  /** The most frequent parts of leaked passwords. */
  mostUsed: WordFilter
}

export const passwordRefusals = {
  pattern: 'Keys or characters in a row are guessed first. Please choose another password.',
  personal:
    'This is made of your name, your address or your organization. Please choose another password.',
  known: 'This password is too common. Please choose another one.',
} as const

/** Minimum entropy of a password in bits, as an attacker would count it. */
const bitsMin = 32
/** Below this from runs alone: then the runs are the reason. */
const patternBitsMin = 25
/** Bits for a word from each list: the person's own words, the most used ones, all. */
const bitsOfWord = { personal: 3, mostUsed: 12, all: 17 } as const
const wordLengths = { personalMin: 3, min: 4, max: 32 }
/** Only this many leading characters are judged. */
const lengthMax = 64
/** Repetition is searched up to here: the search takes quadratic time, and clients choose the length. */
const repeatedLengthMax = 1024

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '(': 'c',
}

const asLetters = (text: string, one: 'i' | 'l') =>
  text.replaceAll(/[^\p{L}]/gu, (character) => {
    const letter = leet[character] ?? character
    return letter === 'i' ? one : letter
  })

const isWord = (text: string) => /^\p{L}+$/u.test(text)
const reversed = (text: string) => text.split('').toReversed().join('')

/** Every word that a piece of the text may stand for, the literal one first. */
const readingsOf = (text: string) => {
  const written = [...new Set([text, asLetters(text, 'i'), asLetters(text, 'l')])]
  const backwards = written.map(reversed)
  return (from: number, to: number) => {
    const pieces = [
      ...written.map((one) => one.slice(from, to)),
      ...backwards.map((one) => one.slice(text.length - to, text.length - from)),
    ]
    return [pieces[0]!, ...pieces.slice(1).filter(isWord)]
  }
}

const bitsOf = (character: string) => {
  if (/\d/.test(character)) return 3.3
  if (/\p{L}/u.test(character)) return 5.2
  return /[\s._-]/.test(character) ? 2 : 5
}

type BitsOfWord = (readings: readonly string[]) => number

/** The lowest cost in bits to compose a text from runs, words and single characters. */
const fewestBits = (text: string, bitsOfReadings: BitsOfWord) => {
  const readings = readingsOf(text)
  const fewest = [0, ...Array<number>(text.length).fill(Infinity)]
  const reach = (to: number, bits: number) => {
    fewest[to] = Math.min(fewest[to]!, bits)
  }
  for (let from = 0; from < text.length; from += 1) {
    const before = fewest[from]!
    const run = runFrom(text, from)
    reach(from + 1, before + bitsOf(text[from]!))
    reach(from + run.length, before + run.bits)
    const longest = Math.min(text.length, from + wordLengths.max)
    for (let to = from + wordLengths.personalMin; to <= longest; to += 1)
      reach(to, before + bitsOfReadings(readings(from, to)))
  }
  return fewest[text.length]!
}

/** The shortest piece that a text repeats, such as horse in horsehorse. */
const repeatedPiece = (text: string) => {
  const length = (text + text).indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}

/** Words of the person: names, and the parts of addresses and organization names. */
const partsOf = (personal: readonly string[]) => {
  const texts = personal.map((text) => text.normalize('NFKC').toLowerCase())
  const parts = texts.flatMap((text) => [
    text.replaceAll(/[^\p{L}\d]/gu, ''),
    ...text.split(/[^\p{L}\d]+/u),
    ...text.split(/[^\p{L}]+/u),
  ])
  return new Set(parts.filter((part) => part.length >= wordLengths.personalMin))
}

/** Why a password would be guessed early; undefined for a good one. */
export const judgePassword = (
  password: string,
  known: KnownWords,
  personal: readonly string[] = [],
): string | undefined => {
  const whole = password.normalize('NFKC').toLowerCase().slice(0, repeatedLengthMax)
  const text = (repeatedPiece(whole) ?? whole).slice(0, lengthMax)
  const own = partsOf(personal)
  const personalBits: BitsOfWord = (readings) =>
    readings.some((word) => own.has(word)) ? bitsOfWord.personal : Infinity
  const knownBits: BitsOfWord = (readings) => {
    if (readings[0]!.length < wordLengths.min) return Infinity
    if (readings.some((word) => known.mostUsed.has(word))) return bitsOfWord.mostUsed
    return readings.some((word) => known.all.has(word)) ? bitsOfWord.all : Infinity
  }
  const byRuns = fewestBits(text, () => Infinity)
  if (byRuns < patternBitsMin) return passwordRefusals.pattern
  const byOwn = fewestBits(text, personalBits)
  if (byOwn < bitsMin && byOwn < byRuns) return passwordRefusals.personal
  const anyBits: BitsOfWord = (readings) => Math.min(personalBits(readings), knownBits(readings))
  return fewestBits(text, anyBits) < bitsMin ? passwordRefusals.known : undefined
}
