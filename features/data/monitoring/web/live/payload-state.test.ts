import { describe, expect, test } from 'vitest'
import { monitoringMetricIds } from '../../contract.ts'
import { type AnyPayload, type LivePayload, payloadAfter, readPayload } from './payload-state.ts'

const first = 1_795_000_000
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString()

const aPoint = (step: number, viewers: number, isEarly = false) => ({
  date: iso(step),
  concurrentViewers: viewers,
  isEarly,
  metrics: Object.fromEntries(monitoringMetricIds.map((id) => [id, viewers])),
})

const aSeries = (step: number, data: unknown[], isEarly = false) =>
  ({ timeframe: [step - 1_795, step + 5], step, isEarly, data }) as LivePayload<'time_series'>

const after = (known: AnyPayload | undefined, payload: AnyPayload, isWhole = false) =>
  payloadAfter('time_series', known, { isWhole, payload }) as LivePayload<'time_series'>

const pointsOf = ({ data }: LivePayload<'time_series'>) =>
  data.map(({ date, concurrentViewers }) => [Date.parse(date) / 1_000 - first, concurrentViewers])

describe('time series', () => {
  const whole = aSeries(first, [aPoint(first - 5, 1), aPoint(first, 2)])

  test('RTCH-037 new points are added, and a whole step replaces its first half', () => {
    const early = after(whole, aSeries(first + 5, [aPoint(first + 5, 3, true)], true))
    expect(pointsOf(early)).toEqual([
      [-5, 1],
      [0, 2],
      [5, 3],
    ])
    const full = after(early, aSeries(first + 5, [aPoint(first, 2), aPoint(first + 5, 4)]))
    expect(pointsOf(full)).toEqual([
      [-5, 1],
      [0, 2],
      [5, 4],
    ])
    const halfAgain = aSeries(first + 10, [aPoint(first + 5, 9, true), aPoint(first + 10, 5, true)])
    expect(pointsOf(after(full, halfAgain)).at(-2)).toEqual([5, 4])
  })

  test('an older update is ignored', () => {
    expect(after(whole, aSeries(first - 5, [aPoint(first - 5, 9)]))).toBe(whole)
    expect(after(whole, aSeries(first, [aPoint(first, 9, true)], true))).toBe(whole)
  })

  test('RTCH-037 RTCH-038 all of it replaces, and changes of something unknown wait for it', () => {
    const next = aSeries(first + 5, [aPoint(first + 5, 7)])
    expect(after(whole, next, true)).toBe(next)
    expect(after(undefined, next)).toBeUndefined()
  })

  test('MONI-018 after a day of steps there is half an hour', () => {
    let known = aSeries(first, [aPoint(first, 0)])
    for (let step = first + 5; step <= first + 86_400; step += 5)
      known = after(known, aSeries(step, [aPoint(step, step - first)]))
    expect(known.data).toHaveLength(360)
    expect(pointsOf(known).at(0)).toEqual([86_400 - 1_795, 86_400 - 1_795])
    expect(pointsOf(known).at(-1)).toEqual([86_400, 86_400])
  })
})

test('RTCH-037 minutes of the histogram go when their last step has left the window', () => {
  const aMinute = (start: number) => ({
    timestamp: iso(start),
    bucketValues: [],
    maxPercentage: 0,
    average: null,
    median: null,
    p95: null,
    sum: 0,
  })
  const minute = Math.floor(first / 60) * 60
  const of = (step: number, data: unknown[]) =>
    ({ timeframe: [step - 1_795, step + 5], step, isEarly: false, data, meta: {} }) as AnyPayload
  const timesAfter = (step: number) => {
    const known = of(minute + 1_795, [aMinute(minute), aMinute(minute + 60)])
    const payload = of(step, [aMinute(minute + 1_800)])
    const next = payloadAfter('histogram_time_series_startup_time', known, {
      isWhole: false,
      payload,
    })
    return (next as LivePayload<'histogram_time_series_startup_time'>).data.map(
      ({ timestamp }) => Date.parse(timestamp) / 1_000 - minute,
    )
  }
  expect(timesAfter(minute + 1_800 + 50)).toEqual([0, 60, 1_800])
  expect(timesAfter(minute + 1_800 + 55)).toEqual([60, 1_800])
})

test('a breakdown is replaced by each message, and nothing of another shape is read', () => {
  const rows = {
    timeframe: [first, first + 5],
    step: first,
    is_early: false,
    metric: 'x',
    data: [],
    total_row_count: 0,
  }
  const read = readPayload('breakdown_cdn', rows)
  expect(read).toMatchObject({ isEarly: false, totalRowCount: 0 })
  expect(readPayload('breakdown_cdn', { ...rows, data: 'no' })).toBeUndefined()
  expect(payloadAfter('breakdown_cdn', undefined, { isWhole: false, payload: read! })).toBe(read)
})
