import { beforeAll, expect, test } from 'vitest'
import { processingServer } from '@playhead/features/video/processing/server'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { seedDemo } from '../seed-demo.ts'
import { keepDemoVideos } from './keep-demo-videos.ts'

const { app, database } = await startTestApp([processingServer])

const listVideos = async () =>
  (await readRows(database, 'assets')).map(({ id, external_id: externalId, status }) => ({
    id: String(id),
    externalId: String(externalId),
    status,
  }))
const countJobs = () => countRows(database, 'jobs', { kind: 'asset.ingest' })
/** As after the tries of each job. */
const failAll = async (errorType: string) => {
  for (const { id } of await listVideos()) {
    await setColumn(database, 'assets', 'status', 'errored', { id })
    await setColumn(database, 'assets', 'error_type', errorType, { id })
    await setColumn(database, 'jobs', 'status', 'failed', { unique_key: id })
    await setColumn(database, 'jobs', 'finished_at', new Date(), { unique_key: id })
  }
}

beforeAll(() => seedDemo(app))

test('one that was left out without ffmpeg is added later', async () => {
  await keepDemoVideos({ ...app, media: { missing: 'There is no ffmpeg.' } })
  expect(await listVideos()).toEqual([])
  // Two programs that start at once add each only once, and a later start adds nothing.
  await Promise.all([keepDemoVideos(app), keepDemoVideos(app)])
  await keepDemoVideos(app)
  const added = await listVideos()
  expect(added.map(({ externalId }) => externalId).toSorted()).toEqual([
    'mv-paper',
    'tr-aurora',
    'tr-hl2',
  ])
  expect(await countJobs()).toBe(3)
})

test('a demo video that failed is made again', async () => {
  await failAll('processing_failed')
  await Promise.all([keepDemoVideos(app), keepDemoVideos(app)])
  expect(await countJobs()).toBe(6)
  expect(await countRows(database, 'jobs', { kind: 'asset.ingest', status: 'queued' })).toBe(3)
  expect(await listVideos()).toHaveLength(3)
})

test('what people cancelled or deleted stays so, and a new name adds no second video', async () => {
  await failAll('processing_cancelled')
  const [first, second] = await listVideos()
  await setColumn(database, 'assets', 'status', 'deleted', { id: first!.id })
  await setColumn(database, 'assets', 'external_id', 'of-people', { id: second!.id })
  await keepDemoVideos(app)
  expect(await listVideos()).toHaveLength(3)
  expect(await countJobs()).toBe(6)
})

test('a server whose demo is off keeps none', async () => {
  await failAll('processing_failed')
  await keepDemoVideos({ ...app, settings: { ...app.settings, isDemo: false } })
  expect(await countJobs()).toBe(6)
})
