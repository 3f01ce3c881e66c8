import { expect, test } from 'vitest'
import { forecastMonth } from './forecast.ts'

const dayMs = 86_400_000
const now = new Date('2026-11-25T12:00:00Z')
const end = new Date('2026-12-01T00:00:00Z')

const daysBefore = (count: number, centsOf: (weekday: number) => number) =>
  Array.from({ length: count }, (_, index) => {
    const time = new Date(now.getTime() - (index + 1) * dayMs)
    return { day: time.toISOString().slice(0, 10), cents: centsOf(time.getUTCDay()) }
  })

test('days that are always alike have a forecast without width', () => {
  const past = daysBefore(28, (weekday) => (weekday === 0 || weekday === 6 ? 500 : 100))
  const forecast = forecastMonth({ past, soFarCents: 3000, now, end })!
  // Half of a Wednesday, Thursday, Friday, a weekend and a Monday.
  expect(forecast).toMatchObject({ low_cents: 4350, high_cents: 4350 })
  expect(forecast.days.map(({ low_cents: low }) => low)).toEqual([50, 100, 100, 500, 500, 100])
})

test('days that scatter widen the band, and it never falls below what was spent', () => {
  let odd = 0
  const past = daysBefore(28, () => ((odd += 1) % 14 < 7 ? 0 : 1000))
  const { low_cents: low, high_cents: high } = forecastMonth({ past, soFarCents: 100, now, end })!
  expect(low).toBeGreaterThanOrEqual(100)
  expect(high - low).toBeGreaterThan(1000)
  expect((low + high) / 2).toBeGreaterThan(2000)
})

test('days without usage cost nothing: weekdays alone say so of the weekend', () => {
  const past = daysBefore(28, () => 100).filter(({ day }) => {
    const weekday = new Date(day).getUTCDay()
    return weekday !== 0 && weekday !== 6
  })
  const forecast = forecastMonth({ past, soFarCents: 3000, now, end })!
  expect(forecast.days.map(({ low_cents: low }) => low)).toEqual([50, 100, 100, 0, 0, 100])
  expect(forecast).toMatchObject({ low_cents: 3350, high_cents: 3350 })
})

test('there is none before two weeks of days, nor once the month is over', () => {
  const past = daysBefore(28, () => 100)
  expect(forecastMonth({ past: past.slice(0, 13), soFarCents: 0, now, end })).toBeUndefined()
  expect(forecastMonth({ past: [], soFarCents: 0, now, end })).toBeUndefined()
  expect(forecastMonth({ past, soFarCents: 0, now: end, end })).toBeUndefined()
})
