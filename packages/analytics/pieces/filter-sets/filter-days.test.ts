import { randomUUID } from 'node:crypto'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { afterAll, expect, test } from 'vitest'
import { askComparison } from '../../ask-comparison.sql.ts'
import { askOverall } from '../../ask-overall.sql.ts'
import { askTimeseries } from '../../ask-timeseries.sql.ts'
import { askIntervals } from '../../interval/ask-intervals.ts'
import { parseFilters } from '../../question/parse-filters.ts'
import type { Question } from '../../question/question-shape.ts'
import { makePieces } from '../making/make-pieces.sql.ts'
import { pieceWaits, tierMs, versionsPerMs } from '../piece.ts'
import { removeForgottenFilters } from '../remove-pieces.sql.ts'
import { countPieceRows } from '../testing-pieces.sql.ts'
import { aClientWithoutPieces, aCountingClient } from '../testing-worlds.ts'
import { listAskedFilters } from './asked-filters.sql.ts'
import { filterSetOf } from './filter-set.ts'
import { makeFilterDays } from './make-filter-days.ts'

const clickhouse = await makeTestClickHouse()
const usualWaits = { ...pieceWaits }
Object.assign(pieceWaits, { margin: 0, absent: 0 })
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
})

const midnight = Math.floor(Date.now() / tierMs.day) * tierMs.day - 4 * tierMs.day
const both = ['country:DE', '!browser:Firefox']

const aQuestion = (filters: readonly string[], from = midnight + 3_600_000): Question => ({
  timeframe: {
    start: new Date(from),
    end: new Date(midnight + 3 * tierMs.day + 7_000),
    isHistorical: false,
  },
  filters: parseFilters(filters),
  metricFilters: [],
})

const setUp = async () => {
  const id: string = randomUUID()
  const { counting, count } = aCountingClient(clickhouse)
  const tenant = { id, clickhouse: counting }
  const write = aViewFactory(clickhouse, tenant)
  const addViews = async (count: number, day = 0) => {
    const rows = Array.from({ length: count }, (_, index) => {
      const ended = midnight + day * tierMs.day + (index % 100) * 800_000 + 120_000
      return {
        view_end: ended,
        view_start: ended - 60_000,
        country: index % 3 === 0 ? 'US' : 'DE',
        browser: ['Chrome', 'Firefox', null][index % 4 === 3 ? 2 : index % 2]!,
        video_startup_time: 200 + ((index * 37) % 900),
        playback_failure: index % 10 === 0,
      }
    })
    await write(...rows)
  }
  await addViews(100)
  await addViews(100, 1)
  await addViews(100, 2)
  await makePieces(clickhouse, {
    environmentId: id,
    bucket: 'view_end',
    tier: 'day',
    moments: [midnight],
  })
  return { tenant, addViews, countOfPieces: count }
}
const ofViews = ({ id }: { id: string }) => ({ id, clickhouse: aClientWithoutPieces(clickhouse) })
const noted = async (environmentId: string) =>
  (await listAskedFilters(clickhouse)).filter((one) => one.environmentId === environmentId)

test('all metrics with filters of two dimensions have their views added up by day for the next question', async () => {
  const { tenant, countOfPieces } = await setUp()
  const first = await askComparison(tenant, aQuestion(both))
  expect(countOfPieces()).toBe(0)
  await expect.poll(() => noted(tenant.id)).toHaveLength(1)
  // The first day begins before the range.
  expect(await makeFilterDays(clickhouse)).toBe(6)
  expect(await makeFilterDays(clickhouse)).toBe(0)

  const again = await askComparison(tenant, aQuestion(both.toReversed(), midnight + 3_601_000))
  expect(countOfPieces()).toBeGreaterThan(0)
  expect(again.ended_views).toBe(first.ended_views)
  const question = aQuestion(both, midnight + 1_000)
  const views = ofViews(tenant)
  const overall = await askOverall(tenant, 'playback_failure_percentage', 'avg', question)
  expect(overall).toEqual(await askOverall(views, 'playback_failure_percentage', 'avg', question))
  const askDays = (of: typeof tenant) =>
    askTimeseries(of, 'views', 'count', question, { step: 'day' })
  expect(await askDays(tenant)).toEqual(await askDays(views))
  const exact = (intervals: Awaited<ReturnType<typeof askIntervals>>) =>
    intervals.filter(({ metric }) => metric === 'playback_failure_percentage')
  expect(exact(await askIntervals(tenant, question))).toEqual(
    exact(await askIntervals(views, question)),
  )
  // The sums are of these filters alone.
  const other = aQuestion(['country:US', '!browser:Firefox'])
  expect(await askOverall(tenant, 'views', 'count', other)).toEqual(
    await askOverall(views, 'views', 'count', other),
  )
})

test('a late view is counted at once, and its day is added up again', async () => {
  const { tenant, addViews, countOfPieces } = await setUp()
  await askComparison(tenant, aQuestion(both))
  await expect.poll(() => noted(tenant.id)).toHaveLength(1)
  expect(await makeFilterDays(clickhouse)).toBe(6)
  const countViews = async () =>
    (await askOverall(tenant, 'views', 'count', aQuestion(both, midnight))).value
  const before = await countViews()
  await addViews(10, 1)
  const late = await countViews()
  expect(late).toBeGreaterThan(before!)
  expect(await makeFilterDays(clickhouse)).toBe(2)
  const read = countOfPieces()
  expect(await countViews()).toBe(late)
  expect(countOfPieces()).toBeGreaterThan(read)
})

test('what the sums of one dimension answer is not noted, and neither are short ranges', async () => {
  const { tenant } = await setUp()
  await askComparison(tenant, aQuestion([]))
  await askComparison(tenant, aQuestion(['country:DE', 'country:US']))
  await askComparison(tenant, aQuestion(both, midnight + 2.5 * tierMs.day))
  await askComparison(tenant, aQuestion(['+video_cdn_trace:edge']))
  await expect
    .poll(async () => (await noted(tenant.id)).map(({ set }) => set.filters[0]?.text))
    .toEqual(['+video_cdn_trace:edge'])
})

test('of filters that are tried one after the other twenty are noted', async () => {
  const { tenant } = await setUp()
  for (let asn = 1; asn <= 23; asn += 1)
    await askComparison(tenant, aQuestion([...both, `asn:${asn}`]))
  await expect.poll(async () => (await noted(tenant.id)).length).toBe(20)
})

// Deletions take the engine seconds.
if (isLongRun())
  test('sums of filters that nobody asked with lately are removed', async () => {
    const { tenant } = await setUp()
    await askComparison(tenant, aQuestion(both))
    await expect.poll(() => noted(tenant.id)).toHaveLength(1)
    await makeFilterDays(clickhouse)
    const version = (Date.now() - 2 * tierMs.hour) * versionsPerMs
    const key = {
      environment_id: tenant.id,
      bucket: 'view_end',
      tier: filterSetOf(parseFilters(['country:FR', 'browser:Safari']))!.name,
      moment: midnight / 1_000,
      version,
    }
    await clickhouse.insert('view_piece_versions', [{ ...key, layout: 'any', complete: [] }])
    const sums = { dimension: '', measure: 'views', value: '', views: 7, n: 7 }
    await clickhouse.insert('view_pieces', [{ ...key, ...sums }])
    const countRows = () => countPieceRows(tenant, 'view_pieces', clickhouse)
    const [rows, versions] = [
      await countRows(),
      await countPieceRows(tenant, 'view_piece_versions', clickhouse),
    ]
    await removeForgottenFilters(clickhouse)
    expect(await countRows()).toBe(rows - 1)
    expect(await countPieceRows(tenant, 'view_piece_versions', clickhouse)).toBe(versions - 1)
  })
