import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { exportsServer } from '@playhead/features/data/exports/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import { Disk, openDisk, readDisk } from '@playhead/server-kit/health/disk.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'
import { job } from '@playhead/server-kit/jobs/job.ts'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'

const totalBytes = 1_000_000_000_000
let freePercent = 50
const disk = new Disk({
  reservePercent: 5,
  read: async () => ({ freeBytes: (freePercent / 100) * totalBytes, totalBytes }),
})
const { api, app, call, database } = await startTestApp(
  [assetsServer, exportsServer, tracksServer, uploadsServer],
  { disk, settings: { PLAYHEAD_UPLOAD_MAX_GB: '1000' } },
)
const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())
const make = aFactory(database)
const environment = await make.environment(await make.organization())
const token = await make.accessToken(environment, ['video:read', 'video:write'])

const setFree = async (percent: number) => {
  freePercent = percent
  await expect.poll(async () => (await disk.reading()).freeBytes).toBe((percent / 100) * totalBytes)
}
beforeEach(() => setFree(50))

const post = (path: string, body: unknown) => call(path, { token, body })
const newUpload = { cors_origin: '*' }
const newAsset = { inputs: [{ url: 'https://example.com/one.mp4' }] }

test('the level follows from the share of free space', async () => {
  const levels: string[] = []
  for (const percent of [10.1, 9.9, 5.1, 4.9, 0.02, 0.01]) {
    await setFree(percent)
    levels.push(await disk.level())
  }
  expect(levels).toEqual(['plenty', 'low', 'low', 'scarce', 'scarce', 'full'])
})

test('a disk is full for the databases also where nothing is kept for them', async () => {
  const unkept = (freeBytes: number) =>
    new Disk({ reservePercent: 0, read: async () => ({ freeBytes, totalBytes }) }).level()
  expect([await unkept(100_000_000), await unkept(200_000_000)]).toEqual(['full', 'plenty'])
})

test('below 5 % uploads and imports are refused with a sentence, and taken again above it', async () => {
  await setFree(4.9)
  for (const [path, body] of [
    ['/video/v1/uploads', newUpload],
    ['/video/v1/assets', newAsset],
  ] as const) {
    const { status, body: answer, headers } = await post(path, body)
    expect([path, status]).toEqual([path, 507])
    expect(answer.error).toEqual({
      type: 'no_space',
      messages: ['The disk of this server is nearly full, so it accepts no files right now.'],
    })
    expect(headers.get('x-should-retry')).toBe('false')
  }
  await setFree(5.1)
  expect((await post('/video/v1/uploads', newUpload)).status).toBe(201)
  expect((await post('/video/v1/assets', newAsset)).status).toBe(201)
})

test('a file that would leave less than 5 % is refused when it begins, and so is the next part of another', async () => {
  await setFree(6)
  const begin = async (bytes: number) => {
    const { data } = (await post('/video/v1/uploads', newUpload)).body
    const { pathname } = new URL(data.url)
    return (start: number, end: number) =>
      fetch(`http://127.0.0.1:${port}${pathname}`, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${start}-${end - 1}/${bytes}` },
        body: 'x'.repeat(end - start),
      })
  }
  const large = await (await begin(11_000_000_000))(0, 262_144)
  expect(large.status).toBe(507)
  expect(await large.json()).toEqual({
    error: { type: 'no_space', messages: ['The server has no space left for this file.'] },
  })
  const send = await begin(524_288)
  expect((await send(0, 262_144)).status).toBe(308)
  await setFree(4.9)
  expect((await send(262_144, 524_288)).status).toBe(507)
})

test('jobs that make files wait for room, others go on', async () => {
  const done: string[] = []
  const kindOf = (name: string) => jobKind(name, z.object({}))
  const jobOf = (kind: string, given: { takesRoom?: true }) =>
    job(kindOf(kind), {
      concurrency: 1,
      attemptsMax: 1,
      ...given,
      run: async () => void done.push(kind),
    })
  await setFree(4.9)
  const jobs = [jobOf('test.encode', { takesRoom: true }), jobOf('test.remove', {})]
  for (const { kind } of jobs) await enqueue(database, kindOf(kind), { payload: {} })
  const worker = await startWorker(app, jobs, { tickMs: 50 })
  onTestFinished(() => worker.stop())
  await expect.poll(() => done).toEqual(['test.remove'])
  await enqueue(database, kindOf('test.remove'), { payload: {} })
  await expect.poll(() => done).toEqual(['test.remove', 'test.remove'])
  await setFree(5.1)
  await expect.poll(() => done).toEqual(['test.remove', 'test.remove', 'test.encode'])
})

test('no exports are written, and the schedule says why', async () => {
  await setFree(4.9)
  await expect(exportsServer.schedules[0]!.run(app)).rejects.toThrow('The disk is nearly full')
})

test('a flood of questions about the room reads the disk twice a second at most', async () => {
  let reads = 0
  const counted = new Disk({
    reservePercent: 5,
    read: async () => {
      reads += 1
      return { freeBytes: 1, totalBytes }
    },
  })
  await Promise.all(Array.from({ length: 1_000 }, () => counted.level()))
  expect(reads).toBe(1)
})

test('the disk of the data folder is measured, with or without databases on it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ph-disk-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const { freeBytes, totalBytes: all } = await readDisk(folder)
  expect(freeBytes).toBeGreaterThan(0)
  expect(freeBytes).toBeLessThanOrEqual(all)
  expect(await readdir(folder)).toEqual([])
  const missing = openDisk({ dataFolder: join(folder, 'none'), diskReservePercent: 5 })
  await expect(missing.level()).rejects.toThrow('There is no folder')
})
