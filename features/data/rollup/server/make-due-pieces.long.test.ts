import { randomUUID } from 'node:crypto'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { pieceWaits, versionsPerMs } from '@playhead/analytics/pieces/piece.ts'
import { readPieces } from '@playhead/analytics/pieces/read-pieces.sql.ts'
import { countPieceRows } from '@playhead/analytics/pieces/testing-pieces.sql.ts'
import { aCountingClient } from '@playhead/analytics/pieces/testing-worlds.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { makeDuePieces, makePiecesOfViews, removeOldPieces } from './make-due-pieces.ts'
import { rollupCommand } from './rollup-command.ts'

const clickhouse = await makeTestClickHouse()
const started = await startTestApp([], { clickhouse })
const app = { ...started.app, settings: { ...started.app.settings, hasPieces: true } }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const midnight = Math.floor(Date.now() / dayMs) * dayMs - 3 * dayMs

// Nothing here is in flight while a piece is made.
const usualWaits = { ...pieceWaits }
Object.assign(pieceWaits, { margin: 0, absent: 0 })
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
})

const setUp = () => {
  const environment = { id: randomUUID() }
  const { counting, count } = aCountingClient(clickhouse)
  const question: Question = {
    timeframe: {
      start: new Date(midnight - hourMs),
      end: new Date(midnight + 2 * dayMs),
      isHistorical: false,
    },
    filters: [],
    metricFilters: [],
  }
  const range = { start: midnight - dayMs, end: Date.now() }
  const none = { dimension: undefined, hasHistograms: false, signal: undefined }
  return {
    environment,
    addViews: aViewFactory(clickhouse, environment),
    makeDue: (fewest = 1) => makeDuePieces(app, { environmentId: environment.id, fewest }),
    countViews: async () =>
      (await askOverall({ ...environment, clickhouse: counting }, 'views', 'count', question))
        .value,
    countOfPieces: count,
    listPieces: async () =>
      (await readPieces({ ...environment, clickhouse }, 'view_end', range, none))?.pieces ?? [],
  }
}

/** Begins and ends in the hour. */
const inHour = (hour: number) => ({ view_end: midnight + hour * hourMs + hourMs / 2 })

test('closed hours and days are added up once, and again after a late view', async () => {
  const { addViews, makeDue, countViews, countOfPieces, listPieces } = setUp()
  await addViews(inHour(3), inHour(3), inHour(9), inHour(26))
  // Three hours and two days, by the start and by the end.
  expect(await makeDue()).toBe(10)
  expect((await listPieces()).map(({ tier }) => tier).toSorted()).toEqual([
    'day',
    'day',
    'hour',
    'hour',
    'hour',
  ])
  expect([await makeDue(), await countViews(), countOfPieces()]).toEqual([0, 4, 1])
  await addViews(inHour(9))
  // Read from views until its hour and day are made again.
  expect(await countViews()).toBe(5)
  expect(await makeDue()).toBe(4)
  expect([await countViews(), await makeDue()]).toEqual([5, 0])
})

test('an hour that is still open, and an environment with few views, have no pieces', async () => {
  const { addViews, makeDue, countViews, countOfPieces } = setUp()
  await addViews({ view_end: Date.now() - 20 * 60_000 })
  expect(await makeDue()).toBe(0)
  await addViews(inHour(5), inHour(6))
  expect(await makeDue(100)).toBe(0)
  expect([await countViews(), countOfPieces()]).toEqual([2, 0])
  expect(await makeDue(3)).toBe(6)
})

test('views that retention may remove from today on are read as they are', async () => {
  const { environment, addViews, makeDue, countViews, countOfPieces } = setUp()
  await addViews(inHour(3), inHour(30))
  await makeDue()
  expect([await countViews(), countOfPieces()]).toEqual([2, 1])
  const buckets = ['view_start', 'view_end'].map((bucket) => ({
    environment_id: environment.id,
    bucket,
    hour: (midnight + 3 * hourMs) / 1_000,
    first_loss: new Date().toISOString().slice(0, 10),
  }))
  await clickhouse.insert('view_changes', buckets)
  // A view of the other day makes that one due; the first day gets no new pieces and loses none.
  await addViews(inHour(30), inHour(3))
  expect(await makeDue()).toBe(4)
  expect(await countViews()).toBe(4)
})

test('a piece of another program is made again, and one of the future is removed', async () => {
  const { environment, addViews, makeDue, countViews, listPieces } = setUp()
  await addViews(inHour(3))
  await makeDue()
  const insertVersion = (version: number, layout: string) =>
    clickhouse.insert('view_piece_versions', [
      {
        environment_id: environment.id,
        bucket: 'view_end',
        tier: 'day',
        moment: midnight / 1_000,
        version,
        layout,
        complete: [],
      },
    ])
  const [day] = (await listPieces()).filter(({ tier }) => tier === 'day')
  await insertVersion(day!.version + 1, 'older')
  expect((await listPieces()).filter(({ isCurrent }) => !isCurrent)).toHaveLength(1)
  expect(await countViews()).toBe(1)
  expect(await makeDue()).toBe(1)
  const future = (Date.now() + hourMs) * versionsPerMs
  await insertVersion(future, 'any')
  expect(await makeDue()).toBe(0)
  expect(await countPieceRows(environment, 'view_piece_versions', clickhouse, future)).toBe(0)
  expect(await countViews()).toBe(1)
})

test('the schedule and the command leave environments with few views alone', async () => {
  const { environment, addViews, countViews } = setUp()
  await addViews(inHour(3))
  await makePiecesOfViews.run(app)
  const options = rollupCommand.options.parse({ environment: environment.id, pieces: true })
  expect(await rollupCommand.run(app, options)).toEqual({ pieces: 0 })
  expect(await countViews()).toBe(1)
})

test('replaced rows and those of runs that died are removed, and nothing else', async () => {
  const { environment, addViews, makeDue, countViews, countOfPieces, listPieces } = setUp()
  await addViews(inHour(3))
  await makeDue()
  const [hour] = (await listPieces()).filter(({ tier }) => tier === 'hour')
  const old = (Date.now() - 2 * hourMs) * versionsPerMs
  const key = {
    environment_id: environment.id,
    bucket: 'view_end',
    tier: 'hour',
    moment: hour!.moment / 1_000,
  }
  const sums = { dimension: '', measure: 'views', value: '', views: 7, n: 7 }
  const [replaced, died, running] = [old, old + 1, (Date.now() - 1_000) * versionsPerMs]
  await clickhouse.insert('view_piece_versions', [
    { ...key, version: replaced, layout: 'older', complete: [] },
  ])
  await clickhouse.insert(
    'view_pieces',
    [replaced, died, running].map((version) => ({ ...key, ...sums, version })),
  )
  const histogram = { dimension: '', measure: 'any', value: '', buckets: [0], counts: [7] }
  await clickhouse.insert(
    'view_histograms',
    [replaced, died, running].map((version) => ({ ...key, ...histogram, version })),
  )
  const rowsOf = async (version?: number) =>
    (await countPieceRows(environment, 'view_pieces', clickhouse, version)) +
    (await countPieceRows(environment, 'view_histograms', clickhouse, version))
  const before = await rowsOf()
  await removeOldPieces.run(app)
  expect([await rowsOf(replaced), await rowsOf(died), await rowsOf(running)]).toEqual([0, 0, 2])
  expect(await rowsOf()).toBe(before - 4)
  expect(await countPieceRows(environment, 'view_piece_versions', clickhouse, replaced)).toBe(0)
  expect([await countViews(), countOfPieces()]).toEqual([1, 1])
})

test('without pieces those that exist are removed, and every question reads views', async () => {
  const { environment, addViews, makeDue, countViews, countOfPieces } = setUp()
  await addViews(inHour(3), inHour(4))
  await makeDue()
  expect([await countViews(), countOfPieces()]).toEqual([2, 1])
  const off = { ...app, settings: { ...app.settings, hasPieces: false } }
  await makePiecesOfViews.run(off)
  for (const table of ['view_pieces', 'view_histograms', 'view_piece_versions'] as const)
    expect(await countPieceRows(environment, table, clickhouse)).toBe(0)
  await addViews(inHour(3))
  expect([await countViews(), countOfPieces()]).toEqual([3, 1])
  expect(await makeDuePieces(off, { environmentId: environment.id, fewest: 1 })).toBe(0)
})
