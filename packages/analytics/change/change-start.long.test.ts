import { randomUUID } from 'node:crypto'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { describe, expect, test } from 'vitest'
import { askChange } from './ask-change.ts'
import type { Asked } from './per-view.sql.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const hour = 60 * minute

/** Mulberry32: reproducible numbers, and so the same views for each seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

type Course = (at: number, view: Partial<ViewRow>, random: () => number) => Partial<ViewRow>

/** Two hours of views of two CDNs and three countries. */
const setUp = async (course: Course, seed = 1) => {
  const tenant = { id: randomUUID(), clickhouse }
  const random = randomOf(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const rows = Array.from({ length: 3_000 }, (): Partial<ViewRow> => {
    const at = Math.floor(random() * 2 * hour)
    const view: Partial<ViewRow> = {
      view_end: noon + at,
      cdn: pick(['fastly', 'akamai']),
      country: pick(['DE', 'US', 'FR']),
      browser: pick(['Chrome', 'Safari']),
      playback_failure: random() < 0.02,
      video_startup_time: 800 + Math.round(random() * 600),
    }
    return { ...view, ...course(at, view, random) }
  })
  await aViewFactory(clickhouse, tenant)(...rows)
  return tenant
}

const asked = (from: number, to: number, baseline: [number, number]): Asked => ({
  question: {
    timeframe: { start: new Date(noon + from), end: new Date(noon + to), isHistorical: false },
    filters: [],
    metricFilters: [],
  },
  baseline: {
    start: new Date(noon + baseline[0]),
    end: new Date(noon + baseline[1]),
    isHistorical: false,
  },
})
const lastHour = asked(hour, 2 * hour, [0, hour])

const slow: Course = (_at, _view, random) => ({
  video_startup_time: 5_000 + Math.round(random() * 600),
})

describe('a baseline that already holds the incident', () => {
  const brokenFrom =
    (from: number, until = 2 * hour): Course =>
    (at, view, random) =>
      at >= from && at < until && view.cdn === 'fastly' ? slow(at, view, random) : {}

  test.each(['avg', '95th'] as const)(
    'gives the moment of change of the %s, and compared with before names it',
    async (measurement) => {
      const tenant = await setUp(brokenFrom(25 * minute))
      const { moment } = await askChange(tenant, 'video_startup_time', measurement, lastHour)
      const apart = Math.abs(moment!.timeframe.start.getTime() - (noon + 25 * minute))
      expect(apart).toBeLessThanOrEqual(minute)
      expect(moment!.hasEnded).toBe(false)
      expect(moment!.timeframe.end).toEqual(lastHour.question.timeframe.end)
      expect(moment!.baseline).toMatchObject({
        start: new Date(noon),
        end: moment!.timeframe.start,
      })
      const again = await askChange(tenant, 'video_startup_time', measurement, {
        question: { ...lastHour.question, timeframe: moment!.timeframe },
        baseline: moment!.baseline,
      })
      expect(again.moment).toBeUndefined()
      expect(again.rows[0]?.parts).toEqual([{ dimension: 'cdn', value: 'fastly' }])
      expect(again.rows[0]!.share).toBeGreaterThan(0.9)
    },
  )

  test('an incident that is over has its end too', async () => {
    const tenant = await setUp(brokenFrom(70 * minute, 95 * minute))
    const { moment } = await askChange(tenant, 'video_startup_time', 'avg', lastHour)
    expect(moment!.hasEnded).toBe(true)
    const { start, end } = moment!.timeframe
    expect(Math.abs(start.getTime() - (noon + 70 * minute))).toBeLessThanOrEqual(minute)
    expect(Math.abs(end.getTime() - (noon + 95 * minute))).toBeLessThanOrEqual(minute)
  })

  test('nothing is offered where the ranges part at the moment, where it was over by then, where nothing changed, and where all wanders', async () => {
    const courses: Course[] = [
      brokenFrom(hour),
      brokenFrom(5 * minute, hour),
      () => ({}),
      (at, _view, random) => ({
        video_startup_time: Math.round(
          3_000 + 2_000 * Math.sin((at / hour) * Math.PI) + random() * 50,
        ),
      }),
    ]
    for (const course of courses) {
      const tenant = await setUp(course)
      const { moment } = await askChange(tenant, 'video_startup_time', 'avg', lastHour)
      expect(moment).toBeUndefined()
    }
  })
})

describe('failures that are spread over everything', () => {
  test('share their error, which is named with its part of the change', async () => {
    const tenant = await setUp((at, _view, random) => {
      const isNew = at >= hour && random() < 0.3
      const isOld = random() < 0.02
      if (!isNew && !isOld) return { playback_failure: false }
      return {
        playback_failure: true,
        error_type_id: isNew ? 42 : 7,
        player_error_code: isNew ? '2001' : '403',
        player_error_message: isNew ? 'The manifest is gone' : 'Forbidden',
      }
    })
    const metric = 'playback_failure_percentage'
    const { rows, sharedError } = await askChange(tenant, metric, 'avg', lastHour)
    expect(rows).toEqual([])
    expect(sharedError).toMatchObject({
      id: 42,
      code: '2001',
      message: 'The manifest is gone',
      before: 0,
    })
    expect(sharedError!.share).toBeGreaterThan(0.9)
    const other = await askChange(tenant, 'video_startup_time', 'avg', lastHour)
    expect(other.sharedError).toBeUndefined()
  })
})
