import { randomUUID } from 'node:crypto'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { describe, expect, test } from 'vitest'
import { measured } from '../question/definition.ts'
import { parseFilters } from '../question/parse-filters.ts'
import { askChange } from './ask-change.ts'
import { askGroups } from './ask-groups.sql.ts'
import { changeOf, contributionOf } from './contribution.ts'
import { sumOfGroups } from './moments.ts'
import type { Asked } from './per-view.sql.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000

/** Mulberry32: reproducible numbers, and so the same views for each seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const cdns = ['fastly', 'fastly', 'fastly', 'akamai', 'akamai', 'cloudfront']
const countries = ['DE', 'DE', 'US', 'US', 'US', 'FR', 'GB', 'BR']
const browsers = ['Chrome', 'Chrome', 'Chrome', 'Safari', 'Safari', 'Firefox']
const systems = ['Windows', 'macOS', 'Android', 'iOS']

interface World {
  seed: number
  viewsPerHour?: number
  /** How a view of the first hour goes. */
  before?: World['after']
  /** How a view of the second hour goes. */
  after?: (view: Partial<ViewRow>, random: () => number) => Partial<ViewRow>
}

const usual = () => ({})

/** Two hours of views, alike except for `before` and `after`. */
const setUp = async ({ seed, viewsPerHour = 1_500, before = usual, after = usual }: World) => {
  const tenant = { id: randomUUID(), clickhouse }
  const random = randomOf(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const rows = Array.from({ length: 2 * viewsPerHour }, (_, index): Partial<ViewRow> => {
    const isAfter = index >= viewsPerHour
    const country = pick(countries)
    const watchTime = 30_000 + Math.round(random() * 300_000)
    const view: Partial<ViewRow> = {
      view_end: noon + (isAfter ? hour : 0) + Math.floor(random() * hour),
      country,
      region: `${country}-${pick([1, 2, 3])}`,
      cdn: pick(cdns),
      browser: pick(browsers),
      operating_system: pick(systems),
      viewer_device_category: pick(['desktop', 'phone', 'tv']),
      viewer_id: `viewer-${Math.floor(random() * 900)}`,
      watch_time: watchTime,
      video_startup_time: Math.round(600 + Math.exp(6 + random() + random())),
      rebuffer_duration: random() < 0.2 ? Math.round(random() * 4_000) : 0,
      playback_failure: random() < 0.02,
      playback_success_score: 1,
      viewer_experience_score: 0.7 + random() * 0.3,
    }
    return { ...view, ...(isAfter ? after : before)(view, random) }
  })
  await aViewFactory(clickhouse, tenant)(...rows)
  return { tenant, rows }
}

const asked = (filters: string[] = []): Asked => ({
  question: {
    timeframe: {
      start: new Date(noon + hour),
      end: new Date(noon + 2 * hour),
      isHistorical: false,
    },
    filters: parseFilters(filters),
    metricFilters: [],
  },
  baseline: { start: new Date(noon), end: new Date(noon + hour), isHistorical: false },
})

const named = (row: { parts: { dimension: string; value: string | null }[] } | undefined) =>
  row?.parts.map(({ dimension, value }) => `${dimension}:${value}`)

const isBroken = ({ cdn, country }: Partial<ViewRow>) => cdn === 'fastly' && country === 'DE'

const brownOut = (view: Partial<ViewRow>, random: () => number): Partial<ViewRow> =>
  isBroken(view)
    ? {
        video_startup_time: Math.round(3_000 + random() * 5_000),
        rebuffer_duration: Math.round(4_000 + random() * 30_000),
        playback_failure: random() < 0.35,
        viewer_experience_score: 0.2 + random() * 0.3,
      }
    : {}

const questions: [MetricId, Measurement | undefined][] = [
  ['video_startup_time', 'avg'],
  ['video_startup_time', '95th'],
  ['video_startup_time', 'median'],
  ['rebuffer_percentage', undefined],
  ['playback_failure_percentage', undefined],
  ['viewer_experience_score', undefined],
]

describe('a CDN that breaks in one country', () => {
  test.each(someOf('seeds', [1, 2, 3], 1))(
    'is named first for every metric it moved (seed %i)',
    async (seed) => {
      const { tenant } = await setUp({ seed, after: brownOut })
      for (const [metric, measurement] of questions) {
        const { rows, before, after } = await askChange(tenant, metric, measurement, asked())
        expect([metric, measurement, named(rows[0])]).toEqual([
          metric,
          measurement,
          ['cdn:fastly', 'country:DE'],
        ])
        const [first] = rows
        expect(first!.share).toBeGreaterThan(measurement === 'median' ? 0.5 : 0.75)
        expect(first!.sureness).toBeGreaterThan(0.99)
        // Without it nearly nothing would have changed, and groups that mirror it are not reported again.
        const left = Math.abs(first!.without! - before.value!)
        expect(left).toBeLessThan(0.4 * Math.abs(after.value! - before.value!))
        const mirrors = rows.slice(1).flatMap((row) => named(row) ?? [])
        expect(mirrors).not.toContain('country:DE')
      }
    },
  )

  test('the values of its views are theirs, before and after', async () => {
    const { tenant, rows: views } = await setUp({ seed: 9, after: brownOut })
    const { rows } = await askChange(tenant, 'video_startup_time', 'avg', asked())
    const meanOf = (isAfter: boolean) => {
      const times = views
        .filter((view) => isBroken(view) && view.view_end! >= noon + hour === isAfter)
        .map((view) => view.video_startup_time!)
      return { value: times.reduce((sum, one) => sum + one, 0) / times.length, views: times.length }
    }
    expect(rows[0]).toMatchObject({
      before: { value: expect.closeTo(meanOf(false).value, 6), views: meanOf(false).views },
      after: { value: expect.closeTo(meanOf(true).value, 6), views: meanOf(true).views },
    })
  })
})

test('a browser that fails everywhere is named alone, and two countries of one CDN are two rows', async () => {
  const everywhere = await setUp({
    seed: 4,
    after: ({ browser }) => (browser === 'Firefox' ? { video_startup_time: 6_000 } : {}),
  })
  const { rows } = await askChange(everywhere.tenant, 'video_startup_time', 'avg', asked())
  expect(rows.map(named)).toEqual([['browser:Firefox']])

  const two = await setUp({
    seed: 5,
    after: ({ cdn, country }) =>
      cdn === 'fastly' && (country === 'DE' || country === 'FR')
        ? { video_startup_time: 6_000 }
        : {},
  })
  const both = await askChange(two.tenant, 'video_startup_time', 'avg', asked())
  expect(both.rows.slice(0, 2).map(named)).toEqual([
    ['cdn:fastly', 'country:DE'],
    ['cdn:fastly', 'country:FR'],
  ])
})

test('more viewers of one system explain a number that is only higher because they are more', async () => {
  const { tenant } = await setUp({
    seed: 6,
    after: (_view, random) =>
      random() < 0.4 ? { operating_system: 'Tizen', video_startup_time: 5_000 } : {},
  })
  const { rows } = await askChange(tenant, 'video_startup_time', 'avg', asked())
  expect(named(rows[0])).toEqual(['operating_system:Tizen'])
  expect(rows[0]!.before).toEqual({ value: null, views: 0 })
})

test('counts are explained by where the views came from', async () => {
  const { tenant } = await setUp({ seed: 7 })
  await aViewFactory(
    clickhouse,
    tenant,
  )(
    ...Array.from({ length: 700 }, (_, index) => ({
      view_end: noon + hour + index * 4_000,
      view_start: noon + hour + index * 4_000,
      country: 'BR',
      cdn: 'akamai',
      video_title: 'The final',
      viewer_id: `new ${index}`,
    })),
  )
  for (const metric of ['views', 'unique_viewers'] as const) {
    const { rows } = await askChange(tenant, metric, undefined, asked())
    expect([metric, named(rows[0])]).toEqual([metric, ['video_title:The final']])
    expect(rows[0]!.share).toBeGreaterThan(0.8)
  }
})

describe('nothing is invented', () => {
  test.each(someOf('seeds-of-noise', [11, 12, 13, 14, 15, 16, 17, 18, 19, 20], 1))(
    'from noise (seed %i)',
    async (seed) => {
      const { tenant } = await setUp({ seed })
      for (const [metric, measurement] of questions) {
        const { rows } = await askChange(tenant, metric, measurement, asked())
        expect([metric, rows.map(named)]).toEqual([metric, []])
      }
    },
  )

  test('when everything changed alike, or there are no views', async () => {
    const { tenant } = await setUp({
      seed: 20,
      after: ({ video_startup_time }) => ({ video_startup_time: video_startup_time! * 2 }),
    })
    const { rows, sureness } = await askChange(tenant, 'video_startup_time', 'avg', asked())
    expect(rows.map(named)).toEqual([])
    expect(sureness).toBeGreaterThan(0.999)
    const none = { id: randomUUID(), clickhouse }
    expect(await askChange(none, 'video_startup_time', 'avg', asked())).toMatchObject({ rows: [] })
  })
})

test('a group that always had most of a number does not explain a change everywhere', async () => {
  const changes = [
    [40, 0.3, 0.1],
    [41, 0.1, 0.3],
  ] as const
  for (const [seed, failing, share] of someOf('directions', changes, 1)) {
    const { tenant } = await setUp({
      seed,
      viewsPerHour: 4_000,
      before: ({ browser }, random) => ({
        playback_failure: browser !== 'Safari' && random() < failing,
      }),
      after: ({ browser }, random) => ({
        playback_failure: browser !== 'Safari' && random() < share,
      }),
    })
    const change = await askChange(tenant, 'playback_failure_percentage', undefined, asked())
    expect(change.sureness).toBeGreaterThan(0.999)
    expect(change.rows.map(named)).toEqual([])
  }
})

test('the playback mode follows from the course of a view and explains nothing', async () => {
  const { tenant } = await setUp({
    seed: 42,
    after: (_view, random) =>
      random() < 0.2
        ? { player_playback_mode: 'standard', playback_failure: true }
        : { player_playback_mode: 'fullscreen' },
  })
  const { rows } = await askChange(tenant, 'playback_failure_percentage', undefined, asked())
  expect(rows.map(named)).toEqual([])
})

test('contributions of all values of a dimension add up to the change', async () => {
  const { tenant } = await setUp({ seed: 30, viewsPerHour: 400, after: brownOut })
  const dimensions = ['country', 'cdn', 'browser', 'region', 'viewer_device_category'] as const
  for (const [metric, measurement] of questions) {
    const definition = measured(metric, measurement)
    const groups = await askGroups(tenant, definition, asked(), {
      dimensions,
      between: 1_500,
      sampleOf: 1,
      leastShare: 0,
    })
    for (const dimension of dimensions) {
      const own = groups.filter((one) => one.dimension === dimension).map(({ group }) => group)
      const whole = sumOfGroups(own)
      const found = own.map((group) => contributionOf(group, whole, { kind: 'ratio' }))
      const sum = found.reduce((total, { amount }) => total + amount, 0)
      expect(sum).toBeCloseTo(changeOf(whole, { kind: 'ratio' }), 9)
      for (const { amount, rateEffect, mixEffect } of found)
        expect(rateEffect + mixEffect).toBeCloseTo(amount, 9)
    }
  }
})

test('filters of the question hold for both ranges', async () => {
  const { tenant } = await setUp({ seed: 31, after: brownOut })
  const { rows } = await askChange(tenant, 'video_startup_time', 'avg', asked(['country:DE']))
  expect(named(rows[0])).toEqual(['cdn:fastly'])
  const elsewhere = await askChange(tenant, 'video_startup_time', 'avg', asked(['!country:DE']))
  expect(elsewhere.rows).toEqual([])
})

test('a change between views with equal dimensions has no explanation', async () => {
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)(
    { view_end: noon + 1_000, view_id: randomUUID(), video_startup_time: 500 },
    { view_end: noon + hour + 1_000, view_id: randomUUID(), video_startup_time: 900 },
  )
  expect(await askChange(tenant, 'video_startup_time', 'median', asked())).toMatchObject({
    before: { value: 500, views: 1 },
    after: { value: 900, views: 1 },
    searchedDimensions: 0,
    rows: [],
  })
})
