import { expect, test } from 'vitest'
import { columnsOf, nowOf } from './day-columns.ts'

const row = (day: string) => ({
  key: day,
  name: null,
  removedAt: null,
  meter: 'delivered' as const,
  tier: null,
  quality: null,
  unit: 'minutes',
  quantity: 10,
  costCents: 100,
})

const answer = (days: string[]) => ({
  data: days.map(row),
  more: 0,
  timeframe: [0, 1] as [number, number],
  currency: 'USD',
})

test('now is the part of the day that is counted, and in no other month', () => {
  expect(nowOf('2026-11-22T18:00:00.000Z', '2026-11')).toEqual({ id: '2026-11-22', share: 0.75 })
  expect(nowOf('2026-11-22T00:00:00.000Z', '2026-11')).toEqual({ id: '2026-11-22', share: 0 })
  expect(nowOf('2026-10-31T23:00:00.000Z', '2026-11')).toBeUndefined()
  expect(nowOf(null, '2026-11')).toBeUndefined()
})

test('the month before has no points before its first day with usage, and zero after it', () => {
  const columns = columnsOf({
    days: answer(['2026-11-01']),
    before: answer(['2026-10-03', '2026-10-05']),
    month: '2026-11',
    currency: 'USD',
    meter: 'delivered',
    forecast: null,
    closedUntil: null,
    mark: undefined,
  })
  expect(columns.slice(0, 6).map(({ before }) => before)).toEqual([
    undefined,
    undefined,
    100,
    0,
    100,
    0,
  ])
})
