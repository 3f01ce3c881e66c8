import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { countRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { uploadFile, uploadsServer } from './index.ts'
import { Sender } from './testing-sender.ts'
import { startUploadServer } from './testing-uploads.ts'

const { app, call, database, dataFolder } = await startTestApp([assetsServer, uploadsServer])
const { origin, hasEnded } = await startUploadServer(app)
const { environment } = await aFactory(database).world()
const token = await aFactory(database).accessToken(environment, ['video:read', 'video:write'])

const randomFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const begin = async (random: (below: number) => number) => {
  const body = { cors_origin: '*' }
  const { id, url } = (await call('/video/v1/uploads', { token, body })).body.data
  const file = new Uint8Array(20_000 + random(300_000)).map(() => random(256))
  return new Sender(origin + new URL(url).pathname, id, file, random, hasEnded)
}

const seeds = Array.from(
  { length: howMany('seeds', { usual: 8, long: 60, release: 300 }) },
  (_, index) => index + 1,
)

test.each(seeds)(
  'whatever is sent in whatever order, the bytes are right: seed %i',
  async (seed) => {
    const random = randomFrom(seed)
    const sender = await begin(random)
    for (let count = 0; count < 25 && !sender.isDone; count += 1) {
      await sender.step()
      if (sender.held === 0) continue
      const stored = await readFile(uploadFile(dataFolder, sender.id))
      expect(stored.subarray(0, sender.held).equals(sender.file.subarray(0, sender.held))).toBe(
        true,
      )
    }
    if (!sender.isDone) await sender.part(sender.held, sender.file.length)
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(digest(await readFile(uploadFile(dataFolder, sender.id)))).toBe(digest(sender.file))
    expect(await countRows(database, 'assets', { upload_id: sender.id })).toBe(1)
  },
)
