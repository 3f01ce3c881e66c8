import { expect, test } from 'vitest'
import { base32 } from '../base32.ts'
import { codeOfStep, stepAt, stepOfCode } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238, appendix B: at %d seconds the code is %s', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('the codes of the present step and of its neighbours count, those of others do not', () => {
  const now = new Date(1_111_111_111_000)
  const present = stepAt(now)
  for (const [distance, step] of [
    [-2, undefined],
    [-1, present - 1],
    [0, present],
    [1, present + 1],
    [2, undefined],
  ] as const)
    expect(stepOfCode(secret, codeOfStep(secret, present + distance), now)).toBe(step)
  expect(stepOfCode(secret, '12345', now)).toBeUndefined()
})

test('RFC 4648: a secret is written in base32 without padding', () => {
  expect(
    ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
  ).toEqual(['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})
