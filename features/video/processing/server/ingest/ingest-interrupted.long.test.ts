import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cancelJobCommand, retryJobCommand } from '@playhead/features/operations/jobs/server'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { claimJob } from '@playhead/server-kit/jobs/worker.sql.ts'
import { setLeasesExpired, readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { countFileRows, listEventTypes } from '../testing-assets.sql.ts'

const world = await makeAssetsWorld()
const { app, clock, create, database, dataFolder, environment, features, files } = world
const { remove, retrieve, run, storedKeys } = world

const clip = await readFile(await makeSampleClip({ seconds: 4 }))
const workFolders = () => readdir(join(dataFolder, 'work')).catch(() => [])

/** A server that sends half of the file and waits for permission to send the rest. */
const halfWay = (path: string) => {
  const waiting: ServerResponse[] = []
  const url = files.give(path, (_, response) => {
    response.writeHead(200, { 'content-length': clip.length })
    response.write(clip.subarray(0, clip.length / 2))
    waiting.push(response)
  })
  return { url, waiting }
}

const work = async () => {
  const worker = await startWorker(
    app,
    features.flatMap(({ jobs }) => jobs),
    { tickMs: 200 },
  )
  onTestFinished(() => worker.stop())
  return worker
}

const deletions = howMany('deletions', { usual: 2, long: 7, release: 40 })

const jobOf = async (assetId: string) =>
  (await readJobs(database, 'asset.ingest')).find(({ payload }) => payload.assetId === assetId)!

test('an asset that is deleted while its file comes in leaves nothing behind', async () => {
  const { url, waiting } = halfWay('/deleted.mp4')
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  await work()
  await expect.poll(() => waiting.length).toBe(1)
  expect((await remove(id)).status).toBe(204)
  await expect.poll(async () => (await jobOf(id)).status).toBe('cancelled')
  await expect.poll(workFolders).toEqual([])
  expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([])
  expect(await listEventTypes(database, id)).toEqual(['video.asset.created', 'video.asset.deleted'])
})

test('an asset that is deleted at any moment of its processing leaves nothing behind', async () => {
  const url = files.give('/any.mp4', await makeSampleClip({ seconds: 4, width: 640, height: 360 }))
  const worker = await work()
  const begin = async () => {
    const id = await create({ inputs: [{ url }], video_quality: 'plus' })
    worker.wake()
    return id
  }
  const startedAt = performance.now()
  const whole = await begin()
  await expect.poll(async () => (await retrieve(whole)).status, { interval: 5 }).toBe('ready')
  const wholeMs = performance.now() - startedAt
  const ids = [whole]
  for (let at = 0; at < deletions; at += 1) {
    const id = await begin()
    ids.push(id)
    // The moments lie in all parts of the work, on a slow machine too.
    await pause((wholeMs * at) / deletions)
    await remove(id)
  }
  await remove(whole)
  await worker.stop()
  await run()
  for (const id of ids) {
    expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([])
    expect(await countFileRows(database, id)).toBe(0)
  }
  expect(await workFolders()).toEqual([])
})

test('what work stores after its asset was deleted goes, though the program was killed before it could take it back', async () => {
  const id = await create({ inputs: [{ url: 'http://localhost/any.mp4' }], video_quality: 'basic' })
  const claim = { priorityMax: 0, workerId: randomUUID(), leaseSeconds: 60, now: clock.now() }
  await claimJob(database, { kinds: ['asset.ingest'], ...claim })
  expect(await jobOf(id)).toMatchObject({ status: 'running' })
  await remove(id)
  const removal = async () =>
    (await readJobs(database, 'media.remove')).find(({ payload }) =>
      String(payload.prefix).includes(id),
    )
  await run(async () => {
    const { attempts = 0, status } = (await removal()) ?? {}
    return attempts > 0 && status !== 'running'
  })
  await app.storage.write(`${environment.id}/${id}/source`, Buffer.from('It was on its way.'))
  await setLeasesExpired(database)
  for (const seconds of [0, 10, 20]) {
    clock.advance(seconds)
    await run()
  }
  expect(await jobOf(id)).toMatchObject({ status: 'cancelled' })
  expect(await removal()).toMatchObject({ status: 'done' })
  expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([])
})

test('work that an operator cancelled says so, and can be begun again', async () => {
  const { url, waiting } = halfWay('/cancelled.mp4')
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  const worker = await work()
  await expect.poll(() => waiting.length).toBe(1)
  const { id: jobId } = await jobOf(id)
  await cancelJobCommand.run(app, { id: jobId })
  await expect.poll(async () => (await retrieve(id)).status).toBe('errored')
  expect((await retrieve(id)).errors).toEqual({
    type: 'processing_cancelled',
    messages: ['The processing was cancelled.'],
  })
  await expect.poll(async () => (await jobOf(id)).status).toBe('cancelled')
  await worker.stop()
  files.give('/cancelled.mp4', await makeSampleClip())
  await retryJobCommand.run(app, { id: jobId })
  await run()
  expect(await retrieve(id)).toMatchObject({ status: 'ready', progress: { state: 'completed' } })
  expect((await retrieve(id)).errors).toBeUndefined()
})

test('a stop in the middle gives the work back, and the next start finishes it', async () => {
  const { url, waiting } = halfWay('/stopped.mp4')
  const id = await create({ inputs: [{ url }], video_quality: 'basic' })
  const worker = await work()
  await expect.poll(() => waiting.length).toBe(1)
  await expect.poll(async () => (await retrieve(id)).progress.progress).toBeGreaterThan(40)
  await worker.stop()
  expect(await jobOf(id)).toMatchObject({ status: 'queued', attempts: 0 })
  expect(await retrieve(id)).toMatchObject({ status: 'preparing' })
  files.give('/stopped.mp4', await makeSampleClip())
  await run()
  expect(await retrieve(id)).toMatchObject({ status: 'ready' })
})
