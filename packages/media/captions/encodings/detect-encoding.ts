import { alphabets, type Alphabet } from './alphabets.ts'
import { decodeAs } from './decode-as.ts'
import { ideographs, type Ideographs } from './ideographs.ts'

/** Enough to weigh a language; a whole film has more. */
const sampleBytesMax = 24_000
/** Below it the text is none of the known languages. */
const scoreMin = 0.4
/** Two readings that are nearer than this cannot be told apart; those of a few letters need to be further apart. */
const marginMin = 0.05
const marginOfOne = 0.3
const hintBonus = 0.15
/** The encoding of most old files, where there is next to nothing to weigh. */
const usualEncoding = 'windows-1252'
const usualBonus = 0.07
/** Capitals in one encoding are small letters in another, and most texts are written in small ones. */
const loudMalus = 0.1
const lineFeed = 0x0a
/** Lines next to each other are less alike than every tenth line of a song. */
const linesAtOnce = 8
const linesMax = 1000

/** Lines with bytes beyond ASCII, from all parts of the file. No line of text is split. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const lines: Uint8Array[] = []
  let from = 0
  let isPlain = true
  for (let place = 0; place <= bytes.length; place += 1) {
    const byte = bytes[place] ?? lineFeed
    if (byte >= 0x80) isPlain = false
    if (byte !== lineFeed) continue
    if (!isPlain) lines.push(bytes.subarray(from, Math.min(bytes.length, place + 1)))
    from = place + 1
    isPlain = true
  }
  const total = lines.reduce((sum, { length }) => sum + length, 0)
  const step = Math.max(1, Math.ceil(total / sampleBytesMax))
  const isChosen = (place: number) => Math.floor(place / linesAtOnce) % step === 0
  return Buffer.concat(lines.filter((_, place) => isChosen(place)).slice(0, linesMax))
}

/** Marks that stand beside words in any language. */
const usualMarks = new Set(
  '“”‘’„‚–—…«»‹›¿¡°·•♪♫€£©®™\u00a0\u00ad\u200e\u200f、。〈〉《》「」『』【】〜～・！？，．：；（）＂＇％　―‥□■◆→←،؛؟',
)
/** Marks within words. */
const joiningMarks = new Set('’‘·\u00ad–—…')
const isLetter = (letter: string) => /\p{L}|\p{M}/u.test(letter)
const isAsciiLetter = (letter: string) => /[A-Za-z]/.test(letter)
const isUpper = (letter: string) => letter !== letter.toLowerCase()
const isLower = (letter: string) => letter !== letter.toUpperCase()

type Weigh = (letter: string) => number

const alphabetWeight = ({ letters, script }: Alphabet): Weigh => {
  const ranks = new Map(Array.from(letters).map((letter, rank) => [letter, rank]))
  // A rare letter says more in an alphabet where most text is ASCII.
  const slope = script === 'latin' ? 0.5 : 1
  return (letter) => {
    const rank = ranks.get(letter.toLowerCase())
    return rank === undefined ? -1 : 1 - (slope * rank) / ranks.size
  }
}

const ideographWeight =
  ({ weigh }: Ideographs): Weigh =>
  (letter) =>
    weigh(letter, letter.codePointAt(0) ?? 0)

/** How well a text fits a language: the mean weight of what is beyond ASCII. 1 is best. */
const scoreOf = (text: string, weigh: Weigh, script: 'latin' | 'other' | 'ideographs') => {
  let [sum, count, ascii, letters, upper] = [0, 0, 0, 0, 0]
  const characters = Array.from(text)
  for (const [place, letter] of characters.entries()) {
    const isPlain = letter < '\u0080'
    if (isPlain) {
      if (isAsciiLetter(letter)) ascii += 1
      continue
    }
    const before = characters[place - 1] ?? ' '
    const after = characters[place + 1] ?? ' '
    if (!isLetter(letter)) {
      const isInWord =
        script !== 'ideographs' && isLetter(before) && isLetter(after) && !joiningMarks.has(letter)
      if (usualMarks.has(letter) && !isInWord) continue
      sum -= 1
      count += 1
      continue
    }
    letters += 1
    count += 1
    if (isUpper(letter)) upper += 1
    const isMixed = script === 'other' && (isAsciiLetter(before) || isAsciiLetter(after))
    const isTurned =
      script !== 'ideographs' &&
      ((isUpper(letter) && isLower(before) && isLetter(before)) ||
        (isLower(letter) && isAsciiLetter(after) && isUpper(after)))
    sum += isMixed || isTurned ? -1 : weigh(letter)
  }
  // Words of Latin script have ASCII in them.
  if (script === 'latin' && letters > 2 * ascii && letters > 2) return { score: -1, count }
  const isLoud = script === 'other' && upper > letters / 2
  return { score: count === 0 ? 0.5 : sum / count - (isLoud ? loudMalus : 0), count }
}

interface Reading {
  encoding: string
  text: string
  score: number
  /** Letters that were weighed. */
  count: number
  isHinted: boolean
}

const primaryOf = (code: string) => {
  const [primary = ''] = code.toLowerCase().split(/[-_]/)
  const older: Record<string, string> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', cmn: 'zh' }
  return older[primary] ?? threeLetters[primary] ?? primary
}

/** Codes of ISO 639-2, as files name them. */
const threeLetters: Record<string, string> = Object.fromEntries(
  'ara:ar aze:az bel:be bul:bg bos:bs cat:ca ces:cs cze:cs dan:da deu:de ger:de ell:el gre:el eng:en spa:es est:et eus:eu baq:eu fas:fa per:fa fin:fi fra:fr fre:fr gle:ga glg:gl heb:he hrv:hr hun:hu ind:id isl:is ice:is ita:it jpn:ja kor:ko lit:lt lav:lv mkd:mk mac:mk msa:ms may:ms nld:nl dut:nl nor:no nob:no nno:no pol:pl por:pt ron:ro rum:ro rus:ru slk:sk slo:sk slv:sl sqi:sq alb:sq srp:sr swe:sv tha:th tur:tr ukr:uk urd:ur vie:vi zho:zh chi:zh afr:af'
    .split(' ')
    .map((pair) => pair.split(':')),
)

const isHinted = (
  { language, variants = [] }: { language: string; variants?: readonly string[] },
  hint: string | undefined,
) => {
  if (hint === undefined || primaryOf(hint) !== language) return false
  const [, ...subtags] = hint.toLowerCase().split(/[-_]/)
  return (
    variants.length === 0 || subtags.length === 0 || subtags.some((tag) => variants.includes(tag))
  )
}

const readingsOf = (sample: Uint8Array, hint: string | undefined): Reading[] => {
  const texts = new Map<string, string | undefined>()
  const textOf = (encoding: string) => {
    if (!texts.has(encoding)) texts.set(encoding, decodeAs(sample, encoding)?.normalize('NFC'))
    return texts.get(encoding)
  }
  const read = (
    {
      language,
      encodings,
      variants,
    }: { language: string; encodings: readonly string[]; variants?: readonly string[] },
    weigh: Weigh,
    script: 'latin' | 'other' | 'ideographs',
  ) =>
    encodings.flatMap((encoding): Reading[] => {
      const text = textOf(encoding)
      if (text === undefined) return []
      const isExpected = isHinted({ language, ...(variants && { variants }) }, hint)
      const bonus = (isExpected ? hintBonus : 0) + (encoding === usualEncoding ? usualBonus : 0)
      const { score, count } = scoreOf(text, weigh, script)
      return [{ encoding, text, score: score + bonus, count, isHinted: isExpected }]
    })
  return [
    ...alphabets.flatMap((one) => read(one, alphabetWeight(one), one.script)),
    ...ideographs.flatMap((one) => read(one, ideographWeight(one), 'ideographs')),
  ].toSorted((one, other) => other.score - one.score)
}

/**
 * The encoding of a text that is not Unicode: the one in which its letters are those of a language. Undefined where none fits,
 * or where two do and their letters differ. The language that it should be in is a hint.
 */
export const detectEncoding = (bytes: Uint8Array, language?: string): string | undefined => {
  const readings = readingsOf(sampleOf(bytes), language)
  const [best] = readings
  if (!best || best.score < scoreMin) return undefined
  const rival = readings.find(({ text }) => text !== best.text)
  const margin = best.isHinted
    ? marginMin
    : Math.max(marginMin, marginOfOne / Math.sqrt(best.count))
  return rival && best.score - rival.score < margin ? undefined : best.encoding
}
