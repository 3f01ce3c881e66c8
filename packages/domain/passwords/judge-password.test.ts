import { dictionary } from '@zxcvbn-ts/language-common'
import { beforeAll, describe, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { mostUsedWords, sourceWords } from '../../../tools/known-words.ts'
import { judgePassword, type KnownWords, passwordRefusals } from './judge-password.ts'
import { loadKnownWords } from './load-known-words.ts'

let known: KnownWords
beforeAll(async () => {
  known = await loadKnownWords()
})

const ada = ['Ada', 'King-Lovelace', 'countess@analytical-engine.example', 'Northlight Pictures']
const { known: common, pattern, personal } = passwordRefusals

const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index))
/** The same in every run. */
let state = 20_261_122
const randomInt = (below: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const randomText = (letters: string, length: number) =>
  times(length, () => letters[randomInt(letters.length)]!).join('')

describe('refused', () => {
  test.each([
    ['Summer2026!!', common],
    ['P@$$w0rd2026', common],
    ['1234567890ab', pattern],
    ['zaq12wsxcde3', pattern],
    ['!QAZ2wsx#EDC', pattern],
    ['qazwsxedcrfv', pattern],
    ['qwertyuiop[]', pattern],
    ['asdfghjkl;123', pattern],
    ['aaaaaaaaaaaa', pattern],
    ['abcabcabcabc', pattern],
    ['zyxwvutsrqponm', pattern],
    ['20252026202520', pattern],
    ['monkey-monkey-1', common],
    ['letmeinplease', common],
    ['drowssap1234', common],
    ['@dmin2026!!!', common],
    ['trustno1trustno1', common],
    ['sunshine-rainbow', common],
    ['MichaelJordan23', common],
    ['Pa55word-Pa55word', common],
    ['05111985anna', common],
    ['winter..2025..', common],
    ['ＰＡＳＳＷＯＲＤ１２３４', common],
    ['playhead-2026!', common],
    ['correcthorsebatterystaple', common],
  ])('%s', (password, reason) => {
    expect(judgePassword(password, known, ada)).toBe(reason)
  })

  test.each([
    'Lovelace1815!!',
    'ada-king-lovelace',
    'ecalevoL.2026',
    'Countess.2026',
    'analytical-engine',
    'NorthlightPictures',
    'n0rthl1ght-2026',
    'king king king',
  ])('%s, which is made of what is known of the person', (password) => {
    expect(judgePassword(password, known, ada)).toBe(personal)
  })

  test('leaked passwords, words and names from all over the hundred thousand, with decoration up to twelve characters', () => {
    // Another test checks that the filter contains them all.
    const count = howMany('leaked-words', { usual: 200, long: 2500 })
    const every = Math.floor(sourceWords().length / count)
    const words = sourceWords().filter((_, index) => index % every === 0)
    const decorated = (word: string) => word + '2026!!!!'.slice(0, Math.max(0, 12 - word.length))
    expect(words.length).toBeGreaterThanOrEqual(count)
    const accepted = words.filter((word) => !judgePassword(decorated(word), known))
    expect(accepted).toEqual([])
  })
})

describe('accepted', () => {
  test.each([
    'seven green lanterns',
    'eleven blue cattle',
    'correct horse battery',
    'tall-harbour-lantern-42',
    'kT9#qLm2$xPz',
    'thecatsatonthemat',
    'ein grüner Regenschirm',
    '849302715536',
  ])('%s', (password) => expect(judgePassword(password, known, ada)).toBeUndefined())

  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const all = `${letters}${letters.toUpperCase()}0123456789!#$%&*+-.:;=?@_`
  const words = dictionary['diceware-common'].map(String)
  const phrase = (count: number, between: string) =>
    times(count, () => words[randomInt(words.length)]!).join(between)
  const randomCount = howMany('random-passwords', { usual: 60, long: 1000 })
  test.each([
    ['of 12 letters, digits and marks', () => randomText(all, 12)],
    ['of 14 small letters', () => randomText(letters, 14)],
    ['of 20 digits', () => randomText('0123456789', 20)],
    ['of 24 hexadecimal digits', () => randomText('0123456789abcdef', 24)],
    ['of four dice words', () => phrase(4, ' ')],
    ['of five dice words', () => phrase(5, '-')],
  ])('all that are made at random %s', (_, make) => {
    const refused = times(randomCount, make).filter((password) =>
      judgePassword(password, known, ada),
    )
    expect(refused).toEqual([])
  })
})

describe('the filters', () => {
  test('hold each of their words', () => {
    expect(known.all.size).toBeGreaterThan(170_000)
    expect(sourceWords().filter((word) => !known.all.has(word))).toEqual([])
    expect(mostUsedWords().filter((word) => !known.mostUsed.has(word))).toEqual([])
  })

  test('take 3 in a million strangers for members', () => {
    const strangers = times(1_000_000, (index) => `#${index}`)
    const taken = strangers.filter((word) => known.all.has(word))
    // 180,000 of 2^36.
    expect(taken.length).toBeLessThan(15)
  })
})
