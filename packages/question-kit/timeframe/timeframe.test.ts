import { describe, expect, test } from 'vitest'
import { isOffered, rangeOf, resolveTimeframe, retentionDaysOf } from './timeframe.ts'
import { timeframeWords } from './timeframe-words.ts'

const now = Date.parse('2026-11-21T15:03:20Z')
const dayMs = 86_400_000
const plain = { historicalMetrics: false, retentionDays: 100 }
const historical = { historicalMetrics: true, retentionDays: 100 }
const seconds = (text: string) => String(Date.parse(text) / 1_000)

describe('timeframe', () => {
  test.each([
    [['24:hours'], dayMs],
    [['60:minutes'], 3_600_000],
    [['7:days'], 7 * dayMs],
    [['3:months'], 92 * dayMs],
    [[seconds('2026-11-20T00:00:00Z'), seconds('2026-11-21T00:00:00Z')], dayMs],
    [['24'], undefined],
    [['0:hours'], undefined],
    [['24:years'], undefined],
    [['5', '4'], undefined],
    [['1', '2', '3'], undefined],
    [[], undefined],
  ])('TIME-001 %j lasts %s', (texts, length) => {
    const range = rangeOf(texts, now)
    expect(range && range.endMs - range.startMs).toBe(length)
  })

  test.each([
    [['60:minutes'], 60_000],
    [['61:minutes'], 600_000],
    [['6:hours'], 600_000],
    [['7:hours'], 3_600_000],
    [['15:days'], 3_600_000],
    [['16:days'], dayMs],
  ])('TIME-034 one point of %j lasts %s ms', (texts, stepMs) => {
    expect(resolveTimeframe(texts, now, plain)?.stepMs).toBe(stepMs)
  })

  test('TIME-035 a range is long from 86,400,000 ms on', () => {
    const lasting = (length: number) => ['1790000000', String(1_790_000_000 + length)]
    expect(resolveTimeframe(lasting(86_400), now, plain)?.isLong).toBe(true)
    expect(resolveTimeframe(lasting(86_399), now, plain)?.isLong).toBe(false)
  })

  test('TIME-008 TIME-033 a start older than 100 days is historical and asked for by day', () => {
    const since = (days: number) => [
      String(Math.floor((now - days * dayMs) / 1_000)),
      String(Math.floor((now - (days - 1) * dayMs) / 1_000)),
    ]
    expect(resolveTimeframe(since(101), now, historical)).toMatchObject({
      isHistorical: true,
      stepMs: dayMs,
    })
    expect(resolveTimeframe(since(99), now, historical)?.isHistorical).toBe(false)
    expect(isOffered(since(101), now, plain)).toBe(false)
    expect(isOffered(since(99), now, plain)).toBe(true)
    expect(isOffered(['3:months'], now, plain)).toBe(false)
    expect(isOffered(['3:months'], now, historical)).toBe(true)
  })

  test.each([
    [historical, 395],
    [{ historicalMetrics: false, retentionDays: 35 }, 35],
    [{ historicalMetrics: false, retentionDays: 0 }, 100],
  ])('TIME-031 TIME-032 with %j %s days are kept', (limits, days) => {
    expect(retentionDaysOf(limits)).toBe(days)
  })
})

test.each([
  [['24:hours'], 'Last 24 hours'],
  [['6:months'], 'Last 6 months'],
  [['2:weeks'], 'Last 2 weeks'],
  [['1:hours'], 'Last hour'],
  [[seconds('2026-11-20T14:00:00Z'), seconds('2026-11-20T16:30:00Z')], 'Nov 20, 14:00 – 16:30'],
  [[seconds('2026-11-14T00:00:00Z'), seconds('2026-11-21T00:00:00Z')], 'Nov 14 – 20'],
  [[seconds('2026-11-14T00:00:00Z'), seconds('2026-11-14T23:59:00Z')], 'Nov 14'],
  [
    [seconds('2025-12-30T00:00:00Z'), seconds('2026-01-02T23:59:00Z')],
    'Dec 30, 2025 – Jan 2, 2026 UTC',
  ],
  [['x'], ''],
])('%j in words is %s', (texts, words) => {
  expect(timeframeWords(texts, { now, limits: historical, timeZone: 'UTC' })).toBe(words)
})
