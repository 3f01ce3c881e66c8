import { randomUUID } from 'node:crypto'
import { columnTypes } from '@playhead/metrics/column-kinds.ts'
import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { describe, expect, test } from 'vitest'
import { askGroups } from '../change/ask-groups.sql.ts'
import { measured } from '../question/definition.ts'
import { parseFilters } from '../question/parse-filters.ts'
import { readColumnTypes } from '../rollup/testing-rollup.sql.ts'
import { listSampleColumns } from './testing-sample-columns.ts'
import { listSample } from './testing-pieces.sql.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000

test('the sample has every column that questions read', async () => {
  const columns = await readColumnTypes(clickhouse, 'views_sample')
  const types: Record<ViewColumn, string> = Object.fromEntries(
    Object.entries(viewColumns).map(([column, kind]) => [column, columnTypes[kind]]),
  ) as Record<ViewColumn, string>
  const expected = listSampleColumns().map((name) => ({ name: name as string, type: types[name] }))
  expect(columns).toEqual(
    [{ name: 'hash', type: 'UInt32' }, ...expected].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
})

describe('one view in sixteen', () => {
  const tenant = { id: randomUUID(), clickhouse }
  const addViews = aViewFactory(clickhouse, tenant)
  const asked = {
    question: {
      timeframe: {
        start: new Date(noon + hour),
        end: new Date(noon + 2 * hour),
        isHistorical: false,
      },
      filters: parseFilters(['!country:US']),
      metricFilters: [],
    },
    baseline: { start: new Date(noon), end: new Date(noon + hour), isHistorical: false },
  }

  test('is the same views as by the hash condition, each in its newest version', async () => {
    const written = await addViews(
      ...Array.from({ length: 1_600 }, (_, index) => ({
        view_end: noon + Math.floor((index * 2 * hour) / 1_600),
        country: ['DE', 'FR', 'US', null][index % 4] ?? null,
        video_startup_time: 500 + index,
      })),
    )
    // Some go on: they end later, and their former rows are deleted. Others are written again.
    const [moved, again] = [written.slice(0, 300), written.slice(300, 600)]
    await addViews(
      ...moved.map((row) => ({ ...row, version: row.version + 10_000, is_deleted: 1 as const })),
      ...moved.map((row) => ({
        ...row,
        version: row.version + 10_000,
        view_end: row.view_end + 60_000,
      })),
      ...again.map((row) => ({ ...row, version: row.version + 10_000, country: 'DE' })),
    )
    const sampled = await listSample(tenant, 'views_sample')
    expect(sampled.length).toBeGreaterThan(50)
    expect(sampled).toEqual(await listSample(tenant, 'views'))

    const groups = async (sampleOf: number) => {
      const found = await askGroups(tenant, measured('video_startup_time', 'avg'), asked, {
        dimensions: ['country'],
        between: 0,
        sampleOf,
        leastShare: 0,
      })
      return new Map(found.map(({ field, group }) => [field, group]))
    }
    const whole = await groups(16)
    const startedBefore = (isAfter: boolean, country: string | null) =>
      sampled.filter((row) => row.end >= noon + hour === isAfter && row.country === country)
    for (const country of ['DE', 'FR', null]) {
      expect(whole.get(country)?.after.views).toBe(startedBefore(true, country).length)
      expect(whole.get(country)?.before.views).toBe(startedBefore(false, country).length)
    }
    expect(whole.has('US')).toBe(false)
    const viewsOf = (found: typeof whole) =>
      [...found.values()].reduce((sum, { after, before }) => sum + after.views + before.views, 0)
    const half = viewsOf(await groups(32))
    expect(half).toBe(sampled.filter((row) => row.hash < 2 ** 31 && row.country !== 'US').length)
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(viewsOf(whole))
  })
})
