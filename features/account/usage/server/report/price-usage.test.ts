import { expect, test } from 'vitest'
import { priceMonth, sumCents } from './price-usage.ts'
import type { SumRow } from './usage-sums.sql.ts'

/** A cent a minute. */
const book = { prices: [{ meter: 'delivered' as const, steps: [{ micros: 1_000_000 }] }] }

const rowOf = (key: string, seconds: number): SumRow => ({
  key,
  meter: 'delivered',
  tier: '720p',
  quality: '',
  thousandths: BigInt(Math.round(seconds * 1000)),
})

const secondsOf = (rows: readonly SumRow[]) =>
  rows.reduce((sum, { thousandths }) => sum + Number(thousandths), 0) / 1000

const aRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('the titles of an environment cost what the table of environments says of it', () => {
  const random = aRandom(7)
  for (let run = 0; run < 200; run += 1) {
    const environments = ['a', 'b', 'c'].map((key) => rowOf(key, 1 + random(9000)))
    const others = rowOf('', random(2) * random(5000))
    const month = [rowOf('', secondsOf([...environments, others]))]
    const around = { month, time: environments }
    const table = priceMonth(book, around, environments)
    for (const environment of environments) {
      let left = secondsOf([environment])
      const titles = Array.from({ length: 8 }, (_, index) => {
        const seconds = index === 7 ? left : Math.min(left, random(1500))
        left -= seconds
        return rowOf(`Title ${index}`, seconds)
      })
      const of = { ...around, environmentId: environment.key }
      const expected = table.find(({ key }) => key === environment.key)?.cents
      expect(sumCents(priceMonth(book, of, titles))).toBe(expected)
      expect(sumCents(priceMonth(book, of, [{ ...environment, key: '' }]))).toBe(expected)
    }
  }
})

test('a part of a month costs the same, whatever it is grouped by', () => {
  const environments = [rowOf('a', 31), rowOf('b', 31), rowOf('c', 31)]
  const month = [rowOf('', 1000)]
  const days = Array.from({ length: 9 }, (_, day) => rowOf(`2026-11-0${day + 1}`, 93 / 9))
  const costs = [environments, days, [rowOf('', 93)]].map((rows) =>
    sumCents(priceMonth(book, { month, time: environments }, rows)),
  )
  expect(costs).toEqual([2n, 2n, 2n])
})

test('an environment without usage costs nothing, and a meter without a price has no cost', () => {
  const around = { month: [rowOf('', 600)], time: [rowOf('a', 600)] }
  expect(priceMonth(book, { ...around, environmentId: 'b' }, [rowOf('', 0)])[0]?.cents).toBe(0n)
  expect(priceMonth(undefined, around, [rowOf('a', 600)])[0]?.cents).toBeUndefined()
  expect(
    priceMonth(book, around, [{ ...rowOf('a', 600), meter: 'stored' }])[0]?.cents,
  ).toBeUndefined()
})
