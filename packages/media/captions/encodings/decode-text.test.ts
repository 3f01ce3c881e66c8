import { describe, expect, test } from 'vitest'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { InputRefused } from '../../input-refused.ts'
import { decodeText } from './decode-text.ts'
import { dialogues, aSubRip } from './testing-dialogues.ts'
import { makeEncoded } from './testing-encode.ts'

const cases = dialogues.flatMap(({ language, encodings, lines }) =>
  encodings.map((encoding) => ({ language, encoding, text: aSubRip(lines) })),
)

describe('the letters of a language are read in every encoding it had before UTF-8', () => {
  test.each(cases)(
    '$language in $encoding, whatever language the track is said to have',
    ({ language, encoding, text }) => {
      const bytes = makeEncoded(text, encoding)
      for (const hint of [language, undefined, 'und', 'en'])
        expect([hint, decodeText(bytes, hint)]).toEqual([hint, text])
    },
  )
})

const german = aSubRip(['Füße, Öl und Übermut.'])

test.each([
  ['UTF-8', Buffer.from(german)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${german}`)],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${german}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${german}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(german, 'utf16le')],
  ['UTF-16, big end first, without a mark', Buffer.from(german, 'utf16le').swap16()],
])('%s is read as it is', (_, bytes) => {
  expect(decodeText(bytes, 'de')).toBe(german)
})

test('UTF-16 without a mark may have any letters', () => {
  const text = aSubRip(['一二三 我不知道。', '你好一'])
  expect(decodeText(Buffer.from(text, 'utf16le'))).toBe(text)
})

test('Japanese with escape sequences is read', () => {
  const head = '1\n00:00:01,000 --> 00:00:02,000\n'
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from('\u001B$B$"$j$,$H$&\u001B(B\n')])
  expect(decodeText(bytes)).toBe(`${head}ありがとう\n`)
})

test('XML is read in the encoding that it names', () => {
  const text =
    '<?xml version="1.0" encoding="Windows-1251"?><tt><body><p begin="0s" end="1s">Ёж</p></body></tt>'
  expect(decodeText(makeEncoded(text, 'windows-1251'))).toBe(text)
})

test('of two readings of the same bytes the one in the language of the track is taken, and without one none', () => {
  const bytes = makeEncoded(aSubRip(['Ne znam gdje su ključevi.']), 'windows-1250')
  expect(decodeText(bytes, 'hr')).toContain('ključevi')
  expect(decodeText(bytes, 'hrv-Latn')).toContain('ključevi')
  expect(decodeText(bytes, 'fr')).toContain('kljuèevi')
  expect(() => decodeText(bytes, 'und')).toThrow(InputRefused)
})

const saving = 'Save it as UTF-8 and add it again.'
const afterTimes = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), Buffer.from(bytes)])

test.each([
  [
    'letters of no language',
    afterTimes(...Array.from({ length: 200 }, (_, place) => 0x80 + ((place * 89) % 128))),
    'The encoding of the subtitle file cannot be detected.',
  ],
  [
    'UTF-8 with a byte that is none',
    Buffer.concat([
      Buffer.from(
        'für die schönen Füße übermütiger Bären hören über Größe, Öl und Ähren '.repeat(2),
      ),
      Buffer.from([0xfc]),
    ]),
    'The subtitle file is damaged: parts of it are not UTF-8.',
  ],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'The subtitle file is in UTF-32.'],
  [
    'half a letter of UTF-16',
    Buffer.from([0xff, 0xfe, 0x41, 0, 0x00, 0xd8, 0x41, 0]),
    'The subtitle file is damaged: parts of it are not UTF-16.',
  ],
])('%s are refused in words', (_, bytes, sentence) => {
  expect(() => decodeText(bytes, 'de')).toThrow(new InputRefused(`${sentence} ${saving}`))
})

test('the largest file is read in a moment', async () => {
  const [russian] = dialogues.filter(({ language }) => language === 'ru')
  const part = makeEncoded(aSubRip(russian?.lines ?? []), 'koi8-r')
  const bytes = Buffer.concat(
    Array.from({ length: Math.floor(8_000_000 / part.length) }, () => part),
  )
  const cpuMs = await countCpuMs(() => void decodeText(bytes))
  expect(cpuMs).toBeLessThan(5000)
})
