import { firstWords, laterWords } from './key-words.ts'

const reversed = (words: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(words).map(([code, word]) => [word, code]))

const firstByCode = new Map(Object.entries(firstWords))
const laterByCode = new Map(Object.entries(laterWords))
const codeByFirst = reversed(firstWords)
const codeByLater = reversed(laterWords)

/** Customers send their own keys, so the cache is bounded. */
const rememberedKeys = 5_000
const longKeys = new Map<string, string>()
const shortKeys = new Map<string, string>()

function remembered(memory: Map<string, string>, key: string, make: (key: string) => string) {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make(key)
  if (memory.size < rememberedKeys) memory.set(key, made)
  return made
}

/** The words after the first, or null when the text is not in our dictionary. */
function laterWordsOf(text: string): string[] | null {
  const words: string[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === '_') {
      const end = text.indexOf('_', at + 1)
      if (end < 0) return null
      words.push(text.slice(at + 1, end))
      at = end + 1
      continue
    }
    const digits = /^\d+/.exec(text.slice(at, at + 12))?.[0]
    if (digits) {
      words.push(digits)
      at += digits.length
      continue
    }
    const word = laterByCode.get(text.slice(at, at + 2))
    if (word === undefined) return null
    words.push(word)
    at += 2
  }
  return words
}

function decode(short: string): string {
  const first = firstByCode.get(short.charAt(0))
  const later = first === undefined ? null : laterWordsOf(short.slice(1))
  if (first !== undefined && later) return [first, ...later].join('_')
  const underscore = short.indexOf('_')
  if (underscore <= 0) return short
  const rest = laterWordsOf(short.slice(underscore + 1))
  return rest ? [short.slice(0, underscore), ...rest].join('_') : short
}

function encode(long: string): string {
  const [first = '', ...later] = long.split('_')
  const start = codeByFirst.get(first) ?? `${first}_`
  return (
    start +
    later.map((word) => codeByLater.get(word) ?? (/^\d+$/.test(word) ? word : `_${word}_`)).join('')
  )
}

/** xwati → view_watch_time; keys that are not in our dictionary stay as they are. */
export const longKey = (short: string): string => remembered(longKeys, short, decode)

/** view_watch_time → xwati */
export const shortKey = (long: string): string => remembered(shortKeys, long, encode)
