import { expect, test } from 'vitest'
import { languageName } from './language-name.ts'

test.each([
  ['de', 'German'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['und', 'Unknown language'],
  ['auto', 'Automatic'],
  ['not a language', 'not a language'],
])('the language %s is called %s', (code, name) => {
  expect(languageName(code)).toBe(name)
})
