import { expect, test } from 'vitest'
import { formatCents, formatPrice } from './money.ts'

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

test('a price keeps what is less than a cent', () => {
  expect([8, 6.5, 0.002, 100].map((cents) => formatPrice(cents, 'USD'))).toEqual([
    '$0.08',
    '$0.065',
    '$0.00002',
    '$1.00',
  ])
})
