import { randomUUID } from 'node:crypto'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, onTestFinished, test } from 'vitest'
import { makePieces } from './making/make-pieces.sql.ts'
import { histogramRules, tierMs } from './piece.ts'
import { readPieces } from './read-pieces.sql.ts'
import { listHistograms } from './testing-pieces.sql.ts'

const clickhouse = await makeTestClickHouse()
const midnight = Date.parse('2026-11-20T00:00:00Z')

test('all views have histograms, values of dimensions with 100 views for each on average, and of others the frequent ones', async () => {
  const { frequentShare } = histogramRules
  histogramRules.frequentShare = 0.2
  onTestFinished(() => void (histogramRules.frequentShare = frequentShare))
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(
    clickhouse,
    tenant,
  )(
    ...Array.from({ length: 200 }, (_, index) => ({
      view_end: midnight + (index % 2) * tierMs.hour,
      country: index < 20 ? 'DE' : 'US',
      browser: 'Chrome',
      cdn: `cdn ${index % 3}`,
      video_title: index < 100 ? 'Popular' : `Title ${index % 10}`,
      video_startup_time: index < 8 ? null : index < 14 ? 0 : 1_000,
    })),
  )
  const made = { environmentId: tenant.id, bucket: 'view_end', moments: [midnight] } as const
  await makePieces(clickhouse, { ...made, tier: 'day' })
  const range = { start: midnight, end: midnight + tierMs.day }
  const has = async (dimension: DimensionId | undefined, hasHistograms: boolean) => {
    const asked = { dimension, hasHistograms, signal: undefined }
    const known = await readPieces(tenant, 'view_end', range, asked)
    return known?.pieces.map(({ isComplete }) => isComplete)
  }
  expect(await has(undefined, true)).toEqual([true])
  expect(await has('country', true)).toEqual([true])
  expect(await has('browser', true)).toEqual([true])
  expect([await has('cdn', false), await has('cdn', true)]).toEqual([[true], [false]])

  const found = await listHistograms(tenant, 'histogram video_startup_time')
  const of = (dimension: string) =>
    found.filter((row) => row.dimension === dimension).map(({ value, counts }) => [value, counts])
  expect(of('')).toEqual([['', [6, 186]]])
  expect(of('country')).toEqual([
    ['=DE', [6, 6]],
    ['=US', [180]],
  ])
  // All views agree in it.
  expect(of('browser')).toEqual([['=Chrome', [6, 186]]])
  expect(of('cdn')).toEqual([
    ['=cdn 0', [2, 62]],
    ['=cdn 1', [2, 62]],
    ['=cdn 2', [2, 62]],
  ])
  expect(of('video_title')).toEqual([['=Popular', [6, 86]]])
  // 1,000 lies in the bucket that views_daily counts it in.
  expect(found[0]!.buckets).toEqual([0, 8192 + Math.round(Math.log2(1_000) * 64)])
})
