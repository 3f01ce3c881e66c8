import { randomUUID } from 'node:crypto'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test } from 'vitest'
import { measured } from '../question/definition.ts'
import { askViewGroups } from './ask-candidates.ts'
import { askGroups } from './ask-groups.sql.ts'
import type { Asked } from './per-view.sql.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000

const asked: Asked = {
  question: {
    timeframe: { start: new Date(noon), end: new Date(noon + hour), isHistorical: false },
    filters: [],
    metricFilters: [],
  },
  baseline: { start: new Date(noon - hour), end: new Date(noon), isHistorical: false },
}

/** From noon on, one page of one CDN fails more often. */
const someViews = Array.from({ length: 1_200 }, (_, index): Partial<ViewRow> => {
  const isAfter = index % 2 === 0
  const [page, cdn] = [index % 7, index % 3]
  return {
    view_end: noon + (isAfter ? 0 : -hour) + index * 1_000,
    watch_time: 1_000,
    page_url: `https://example.com/${page}`,
    cdn: cdn === 0 ? 'fastly' : null,
    playback_failure: index % 31 === 0 || (isAfter && page === 3 && index % 4 === 0),
  }
})

test('values that a sample finds have the sums of all views where they are compared with those of pieces', async () => {
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)(...someViews)
  const definition = measured('playback_failure_percentage', undefined)
  const known: DimensionId[] = ['cdn', 'page_url', 'country']
  const options = { known, between: 0, scale: { kind: 'ratio' } as const, sampleOf: 2 }
  const exact = await askGroups(tenant, definition, asked, {
    dimensions: ['cdn', 'page_url'],
    between: 0,
    sampleOf: 1,
    leastShare: 0.01,
  })
  const measuredOnAll = await askViewGroups(tenant, definition, asked, {
    ...options,
    isExact: true,
  })
  expect(measuredOnAll.varied).toEqual(['cdn', 'page_url'])
  expect(measuredOnAll.groups).toContainEqual(
    expect.objectContaining({ dimension: 'page_url', field: 'https://example.com/3' }),
  )
  for (const group of measuredOnAll.groups) expect(exact).toContainEqual(group)
  expect(measuredOnAll.whole).toMatchObject({ after: { views: 600 }, before: { views: 600 } })
  const { groups, whole } = await askViewGroups(tenant, definition, asked, {
    ...options,
    isExact: false,
  })
  expect(whole).toBeUndefined()
  expect(groups).toHaveLength(measuredOnAll.groupCount)
  for (const { group } of groups) expect(group.after.views).toBeLessThan(400)
})
