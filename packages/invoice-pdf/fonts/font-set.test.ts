import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { UnprintableText, UnusableFont } from '../unprintable-text.ts'
import { openFontSet } from './font-set.ts'

const { resolve } = createRequire(import.meta.url)
/** A font with a house, which no other has. */
const withHouse = resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')

const familiesOf = async (text: string, country: string | null) =>
  (await openFontSet(country, undefined))
    .runsOf(text, 400)
    .map(({ file }) => basename(file).replace(/-\w+-400-normal\.woff$/, ''))

test('Chinese characters have the forms of the country, or of the language around them', async () => {
  expect((await familiesOf('直骨', 'JP'))[0]).toBe('noto-sans-jp')
  expect((await familiesOf('直骨', 'CN'))[0]).toBe('noto-sans-sc')
  expect((await familiesOf('直骨', null))[0]).toBe('noto-sans-sc')
  expect((await familiesOf('直骨', 'KR'))[0]).toBe('noto-sans-kr')
  expect((await familiesOf('直の骨', null))[0]).toBe('noto-sans-jp')
  expect((await familiesOf('直한骨', 'JP'))[0]).toBe('noto-sans-kr')
})

test('a run has all letters of its font, in their order', async () => {
  const fonts = await openFontSet(null, undefined)
  const runs = fonts.runsOf('Łódź и Αθήνα 東京', 600)
  expect(runs.map(({ text }) => text).join('')).toBe('Łódź и Αθήνα 東京')
  expect(runs.every(({ file }) => file.endsWith('-600-normal.woff'))).toBe(true)
  expect(runs.length).toBeLessThan(10)
})

test('the font of the operator has the letters that the others lack, and no others', async () => {
  const without = await openFontSet(null, undefined)
  expect(() => without.runsOf('A⌂', 400)).toThrow(UnprintableText)
  const fonts = await openFontSet(null, withHouse)
  expect(fonts.runsOf('A⌂', 400)).toMatchObject([{ text: 'A' }, { text: '⌂', file: withHouse }])
  expect(() => fonts.runsOf('ש ⌂', 400)).toThrow('No font has “ש” (U+05E9) of “ש ⌂”.')
})

test('a font that is none is refused by its name', async () => {
  const none = await openFontSet(null, resolve('pdfjs-dist/package.json'))
  expect(() => none.runsOf('⌂', 400)).toThrow(UnusableFont)
  const absent = await openFontSet(null, '/nowhere.ttf')
  expect(() => absent.runsOf('⌂', 400)).toThrow('/nowhere.ttf')
  expect(absent.runsOf('A', 400)).toHaveLength(1)
})
