import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { startProgram, temporaryFolder } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)
const bucket = await startObjectStorage()

test('a program whose settings name a bucket keeps media there and makes no folder for it', async () => {
  const data = join(folder, 'data')
  const program = await startProgram({
    PLAYHEAD_DATA: data,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    S3_PREFIX: 'ours',
  })
  try {
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200)
    const folders = await readdir(data)
    expect(folders).toContain('storage-cache')
    expect(folders).not.toContain('media')
  } finally {
    await program.kill('SIGTERM')
  }
})
