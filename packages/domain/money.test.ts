import { expect, test } from 'vitest'
import { formatCents } from './money.ts'

test('BILL-022 cents are shown as dollars with two decimals', () => {
  expect([0, 5, 41_260, -8100, 123_456_789].map((cents) => formatCents(cents))).toEqual([
    '$0.00',
    '$0.05',
    '$412.60',
    '-$81.00',
    '$1,234,567.89',
  ])
  expect(formatCents(250, 'EUR')).toBe('€2.50')
  expect([null, undefined, Number.NaN].map((cents) => formatCents(cents))).toEqual(['–', '–', '–'])
})
