import { expect, test } from 'vitest'
import { taxCents, taxOf } from './tax.ts'

const rates = [
  { country: 'DE', rate: 19, name: 'VAT' },
  { country: 'FR', rate: 20, name: 'TVA', reverse_charge: true },
  { country: 'US', region: 'CA', rate: 7.25, name: 'Sales tax' },
]
const of = (country: string, region = '', taxId = '', cents = 10_000n) =>
  taxOf(rates, { country, region }, { cents, taxId })

test('the rate of the region counts before that of the country, and no rate means no tax', () => {
  expect(of('US', 'ca')).toMatchObject({ name: 'Sales tax', percent: 7.25, cents: 725n })
  expect(of('US', 'NY')).toMatchObject({ name: null, cents: 0n })
  expect(of('de', 'Berlin')).toMatchObject({ name: 'VAT', cents: 1900n })
  expect(of('PL')).toMatchObject({ name: null, cents: 0n, is_reverse_charge: false })
})

test('with a tax id the payer owes the tax, where the operator says so', () => {
  expect(of('FR', '', 'FR40303265045')).toEqual({
    name: 'TVA',
    percent: 0,
    cents: 0n,
    is_reverse_charge: true,
  })
  expect(of('FR').cents).toBe(2000n)
  expect(of('DE', '', 'DE136695976').cents).toBe(1900n)
})

test('a tax is rounded once, half to even', () => {
  expect([10n, 30n, 50n, -30n].map((cents) => taxCents(cents, 5))).toEqual([0n, 2n, 2n, -2n])
  expect(taxCents(999_999_999_999n, 8.8751)).toBe(88_751_000_000n)
})
