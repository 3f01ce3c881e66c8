import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { afterAll, expect, test } from 'vitest'
import { histogramRules, pieceWaits, tierMs } from '../piece.ts'
import { listDay } from '../testing-pieces.sql.ts'
import { makePieces } from './make-pieces.sql.ts'

const clickhouse = await makeTestClickHouse()
const midnight = Date.parse('2026-11-20T00:00:00Z')
const usual = { margin: pieceWaits.margin, each: histogramRules.viewsPerValue }
Object.assign(pieceWaits, { margin: 0 })
Object.assign(histogramRules, { viewsPerValue: 10 })
afterAll(() => {
  Object.assign(pieceWaits, { margin: usual.margin })
  Object.assign(histogramRules, { viewsPerValue: usual.each })
})

test('a day is the same made of its hours as made of views, also when an hour is stale or lacks a dimension', async () => {
  const names: (string | undefined)[] = []
  const counting: ClickHouse = {
    ...clickhouse,
    command: (statement, options) => {
      names.push(statement.name)
      return clickhouse.command(statement, options)
    },
  }
  const tenant = { id: randomUUID(), clickhouse }
  const write = aViewFactory(clickhouse, tenant)
  const views = await write(
    ...Array.from({ length: 600 }, (_, index) => ({
      view_end: midnight + (index % 3) * tierMs.hour + index,
      playback_failure: index % 7 === 0,
      watch_time: index * 10,
      video_startup_time: index % 5 === 0 ? null : index,
      country: ['DE', 'US', 'FR'][index % 4],
      browser: 'Chrome',
      // Few views for each value, but of all hours together enough.
      video_title: `Title ${index % 40}`,
      cdn: index < 3 ? 'rare' : 'usual',
    })),
  )
  const of = { environmentId: tenant.id, bucket: 'view_end' } as const
  const day = { ...of, tier: 'day', moments: [midnight] } as const
  const hours = [0, 1, 2].map((hour) => midnight + hour * tierMs.hour)
  const both = async () => {
    names.length = 0
    await makePieces(counting, day)
    return { made: await listDay(tenant), names: [...new Set(names)] }
  }
  const ofViews = await both()
  expect(ofViews.names).toEqual(['insertSums', 'insertHistograms', 'insertViewers'])

  await makePieces(clickhouse, { ...of, tier: 'hour', moments: hours })
  const ofHours = await both()
  expect(ofHours.names).toContain('insertSumsOfHours')
  expect(ofHours.names).toContain('insertHistogramsOfHours')
  expect(ofHours.made).toEqual(ofViews.made)
  expect(ofHours.made.histograms.length).toBeGreaterThan(10)

  // The second hour is stale from now on.
  const [changed] = views.slice(1)
  await write({ ...changed, version: 9_000_000, playback_failure: true, watch_time: 7 })
  const withStale = await both()
  expect(withStale.names).toEqual(
    expect.arrayContaining(['insertSumsOfHours', 'insertSums', 'insertHistogramsOfHours']),
  )
  await makePieces(clickhouse, { ...of, tier: 'hour', moments: hours })
  expect(withStale.made).toEqual((await both()).made)
  expect(withStale.made).not.toEqual(ofHours.made)
}, 240_000)
