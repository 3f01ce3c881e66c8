import { expect, test } from 'vitest'
import { Disk } from '@playhead/server-kit/health/disk.ts'
import { readJobs } from '@playhead/testing/rows/rows.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const totalBytes = 1_000_000_000_000
const reserveBytes = totalBytes / 20
let freeBytes = totalBytes / 2
const disk = new Disk({ reservePercent: 5, read: async () => ({ freeBytes, totalBytes }) })
const { clock, database, files, ingest, retrieve, run } = await makeAssetsWorld({}, { disk })

const setFree = async (bytes: number) => {
  freeBytes = bytes
  await expect.poll(async () => (await disk.reading()).freeBytes).toBe(bytes)
}

test('a file at an address that would leave less than 5 % is not brought, and is once there is room', async () => {
  // Enough space to start the work, but not for the file.
  await setFree(reserveBytes + 1_000)
  const { id, ...waiting } = await ingest(await makeSampleClip())
  expect(files.asked).toHaveLength(1)
  expect(waiting.status).toBe('preparing')
  const [job] = await readJobs(database, { kind: 'asset.ingest' })
  expect(job).toMatchObject({
    status: 'queued',
    last_error: expect.stringContaining('This server has no space left for the file.'),
  })

  await setFree(totalBytes / 2)
  clock.advance(3_600)
  await run()
  expect((await retrieve(id)).status).toBe('ready')
})
