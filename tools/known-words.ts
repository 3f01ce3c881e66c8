import { dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { hashOfWord } from '@playhead/domain/passwords/word-filter.ts'

const lengthMin = 4
/** The most used leaked passwords are words that people combine with others. */
const mostUsed = 4000

const ownWords = ['playhead', 'muxvideo', 'videoplayer', 'correcthorsebatterystaple']

const isWord = (word: string) => /^\p{L}+$/u.test(word)

const listsOf = (dictionary: Record<string, readonly (string | number)[]>) =>
  Object.values(dictionary).flatMap((list) => list.map((word) => String(word).toLowerCase()))

/** Leaked passwords, words, names and topics, without duplicates. */
export const sourceWords = () =>
  [...new Set([...ownWords, ...listsOf(common), ...listsOf(english)])].filter(
    (word) => word.length >= lengthMin,
  )

export const mostUsedWords = () => {
  const leaked = common['passwords-common'].slice(0, mostUsed)
  const times = [...english['seasons-en'], ...english['months-en'], ...english['daysOfWeek-en']]
  return [...new Set([...ownWords, ...leaked, ...times].map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= lengthMin && isWord(word),
  )
}

const writeSet = (words: readonly string[]) => {
  const hashes = [...new Set(words.map(hashOfWord))].toSorted((one, other) => one - other)
  const lowBits = Math.floor(Math.log2(2 ** 36 / hashes.length))
  const bytes: number[] = []
  let filled = 0
  const write = (bit: number) => {
    if (filled % 8 === 0) bytes.push(0)
    if (bit === 1) bytes[bytes.length - 1]! |= 128 >> (filled % 8)
    filled += 1
  }
  let before = 0
  for (const hash of hashes) {
    const gap = hash - before
    before = hash
    for (let ones = Math.floor(gap / 2 ** lowBits); ones > 0; ones -= 1) write(1)
    write(0)
    for (let low = lowBits - 1; low >= 0; low -= 1) write(Math.floor(gap / 2 ** low) % 2)
  }
  const head = Buffer.alloc(9)
  head.writeUInt32BE(hashes.length, 0)
  head.writeUInt8(lowBits, 4)
  head.writeUInt32BE(bytes.length, 5)
  return Buffer.concat([head, Buffer.from(bytes)])
}

/** packages/domain/passwords/known-words.json: first all words, then the most used ones. */
export const knownWordsFile = () => {
  const sets = Buffer.concat([writeSet(sourceWords()), writeSet(mostUsedWords())])
  return `${JSON.stringify({ sets: sets.toString('base64') })}\n`
}
