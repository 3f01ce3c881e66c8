import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readEvents, readJobs, readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { clearUploadFiles, endOverdueUploads } from './clear-uploads.ts'
import { uploadFile, uploadsServer } from './index.ts'
import { setUploadCancelled, setUploadSettings } from './testing-rows.sql.ts'
import { sendUnfinishedPart, sendBytes, sendPart, startUploadServer } from './testing-uploads.ts'

const { app, call, clock, database, dataFolder } = await startTestApp([
  assetsServer,
  playbackIdsServer,
  processingServer,
  uploadsServer,
])
const make = aFactory(database)
const { origin } = await startUploadServer(app)

const setUp = async (given: Record<string, unknown> = {}) => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
  const body = { cors_origin: 'https://app.example.com', ...given }
  const created = await call('/video/v1/uploads', { token, body })
  expect(created.status).toBe(201)
  const { id, url } = created.body.data as { id: string; url: string }
  const read = async () => (await call(`/video/v1/uploads/${id}`, { token })).body.data
  const row = async () => (await readRows(database, 'uploads', { id }))[0]!
  return {
    ...world,
    token,
    id,
    url: origin + new URL(url).pathname,
    read,
    row,
    cancel: () => call(`/video/v1/uploads/${id}/cancel`, { token, method: 'PUT' }),
    sent: () => readFile(uploadFile(dataFolder, id)),
    events: async () =>
      (await readEvents(database, { environment_id: world.environment.id }))
        .toSorted((one, other) => Number(one['sequence']) - Number(other['sequence']))
        .map(({ type }) => type),
  }
}

const file = randomBytes(1_000_000)
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const whole = digest(file)

const until = async (isSo: () => Promise<boolean> | boolean) => {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 400) throw new Error('It never came to be.')
    await pause(10)
  }
}

describe('a file that is sent', () => {
  test('as a whole becomes an asset with its settings and the job that works on it', async () => {
    const upload = await setUp({ new_asset_settings: { meta: { title: 'Trailer' } } })
    expect(await sendBytes(upload.url, { body: file })).toMatchObject({ status: 200, range: null })
    expect(digest(await upload.sent())).toBe(whole)
    const seen = await upload.read()
    expect(seen).toMatchObject({ id: upload.id, status: 'asset_created' })
    expect(seen).not.toHaveProperty('url')
    const asset = await call(`/video/v1/assets/${seen.asset_id}`, { token: upload.token })
    expect(asset.body.data).toMatchObject({
      status: 'preparing',
      upload_id: upload.id,
      ingest_type: 'on_demand_direct_upload',
      meta: { title: 'Trailer' },
    })
    expect(await readJobs(database, { unique_key: seen.asset_id })).toMatchObject([
      { kind: 'asset.ingest', payload: { assetId: seen.asset_id } },
    ])
    expect(await upload.events()).toEqual([
      'video.upload.created',
      'video.asset.created',
      'video.upload.asset_created',
    ])
  })

  test('without a length, with POST, or empty, is a whole file as well', async () => {
    const chunked = await setUp()
    const part = await sendUnfinishedPart(
      chunked.url,
      { 'transfer-encoding': 'chunked' },
      Buffer.alloc(0),
    )
    part.socket.write('5\r\nhello\r\n')
    part.socket.write('0\r\n\r\n')
    await until(() => part.answer().includes('200 OK'))
    expect((await chunked.sent()).toString()).toBe('hello')
    const posted = await setUp()
    expect((await sendBytes(posted.url, { method: 'POST', body: file })).status).toBe(200)
    expect(digest(await posted.sent())).toBe(whole)
    const empty = await setUp()
    expect((await sendBytes(empty.url)).status).toBe(200)
    expect(await empty.read()).toMatchObject({ status: 'asset_created' })
  })

  test('UPLD-062 in parts: each is acknowledged with what is held, and the last one ends it', async () => {
    const upload = await setUp()
    expect(await sendPart(upload.url, file, 0, 400_000)).toMatchObject({
      status: 308,
      range: 'bytes=0-399999',
    })
    expect(await upload.row()).toMatchObject({ received_bytes: 400_000, total_bytes: 1_000_000 })
    expect(await sendPart(upload.url, file, 400_000, 800_000)).toMatchObject({
      status: 308,
      range: 'bytes=0-799999',
    })
    expect((await upload.read()).status).toBe('waiting')
    expect((await sendPart(upload.url, file, 800_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
    expect(await countRows(database, 'assets', { upload_id: upload.id })).toBe(1)
  })

  test('parts that are held may be sent again, across their ends too', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 600_000)
    expect(await sendPart(upload.url, file, 0, 200_000)).toMatchObject({
      status: 308,
      range: 'bytes=0-599999',
    })
    expect(await sendPart(upload.url, file, 500_000, 700_000)).toMatchObject({
      status: 308,
      range: 'bytes=0-699999',
    })
    expect((await sendPart(upload.url, file, 600_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('again after a lost answer gets the same answer and makes no second asset', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 600_000)
    for (let time = 0; time < 2; time += 1)
      expect((await sendPart(upload.url, file, 600_000, 1_000_000)).status).toBe(200)
    expect((await sendBytes(upload.url, { range: 'bytes */*' })).status).toBe(200)
    expect(await sendBytes(upload.url, { body: 'another' })).toMatchObject({
      status: 410,
      message: 'This upload already has its file.',
    })
    expect(await countRows(database, 'assets', { upload_id: upload.id })).toBe(1)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('from a page that begins again is written over what is there', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 700_000)
    expect((await sendBytes(upload.url, { body: file })).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('a question is answered with how far it is', async () => {
    const upload = await setUp()
    const ask = () => sendBytes(upload.url, { range: `bytes */${file.length}` })
    expect(await ask()).toMatchObject({ status: 308, range: null })
    await sendPart(upload.url, file, 0, 300_000)
    expect(await ask()).toMatchObject({ status: 308, range: 'bytes=0-299999' })
  })

  test('to a test upload becomes a test asset', async () => {
    const upload = await setUp({ test: true })
    await sendBytes(upload.url, { body: file })
    const { asset_id: id } = await upload.read()
    const asset = await call(`/video/v1/assets/${id}`, { token: upload.token })
    expect(asset.body.data.test).toBe(true)
  })

  test('keeps what its sender managed to send before it went away', async () => {
    const upload = await setUp()
    const headers = { 'content-range': `bytes 0-799999/1000000`, 'content-length': 800_000 }
    const part = await sendUnfinishedPart(upload.url, headers, file.subarray(0, 250_000))
    await until(async () => existsSync(uploadFile(dataFolder, upload.id)))
    await until(async () => (await upload.sent()).length === 250_000)
    part.leave()
    await until(async () => (await upload.row())['received_bytes'] === 250_000)
    expect((await sendPart(upload.url, file, 250_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('a new connection takes over from one that hangs', async () => {
    const upload = await setUp()
    const headers = { 'content-range': `bytes 0-799999/1000000`, 'content-length': 800_000 }
    const hanging = await sendUnfinishedPart(upload.url, headers, file.subarray(0, 250_000))
    await until(() => existsSync(uploadFile(dataFolder, upload.id)))
    expect((await sendPart(upload.url, file, 0, 800_000)).status).toBe(308)
    expect((await sendPart(upload.url, file, 800_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
    hanging.leave()
  })

  test('is requested again when its file is gone from the disk', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 500_000)
    await rm(uploadFile(dataFolder, upload.id))
    expect(await sendPart(upload.url, file, 500_000, 1_000_000)).toMatchObject({
      status: 308,
      range: null,
    })
    expect(await sendPart(upload.url, file, 0, 500_000)).toMatchObject({ status: 308 })
    expect((await sendPart(upload.url, file, 500_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('stays alive past its time while bytes arrive', async () => {
    const upload = await setUp({ timeout: 60 })
    clock.advance(50)
    await sendPart(upload.url, file, 0, 500_000)
    clock.advance(50)
    await endOverdueUploads(app)
    await clearUploadFiles(app)
    expect((await sendPart(upload.url, file, 500_000, 1_000_000)).status).toBe(200)
  })
})

describe('refused parts', () => {
  test.each([
    ['bytes 0-9', 'bytes first-last/total'],
    ['bytes 5-4/10', 'has to name bytes that are in the file'],
    ['bytes 0-10/10', 'has to name bytes that are in the file'],
    ['bytes 0-19/20', 'names 20 bytes, but 10 are sent'],
    ['bytes 0-9/*', 'bytes first-last/total'],
    ['bytes -1-8/10', 'bytes first-last/total'],
    ['bytes 0-9/99999999999999999999', 'too large'],
    ['bytes */10', 'must have no body'],
    ['items 0-9/10', 'bytes first-last/total'],
  ])('Content-Range: %s', async (range, message) => {
    const upload = await setUp()
    const answer = await sendBytes(upload.url, { range, body: 'ten bytes!' })
    expect(answer.status).toBe(400)
    expect(answer.message).toContain(message)
    expect(await upload.row()).toMatchObject({ received_bytes: 0, total_bytes: null })
  })

  test('another size than the first part said', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 400_000)
    const answer = await sendPart(upload.url, file.subarray(0, 900_000), 400_000, 900_000)
    expect(answer).toMatchObject({
      status: 400,
      message: 'The file was announced with 1000000 bytes before, and now 900000.',
    })
    expect((await sendBytes(upload.url, { body: file.subarray(0, 900_000) })).status).toBe(400)
    expect((await sendPart(upload.url, file, 400_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('more bytes than the range names', async () => {
    const upload = await setUp()
    const headers = { 'content-range': 'bytes 0-3/10', 'transfer-encoding': 'chunked' }
    const part = await sendUnfinishedPart(
      upload.url,
      headers,
      Buffer.from('8\r\n12345678\r\n0\r\n\r\n'),
    )
    await until(() => part.answer().includes('More bytes were sent'))
    expect(part.answer()).toMatch(/^HTTP\/1\.1 400 /)
    expect(await upload.row()).toMatchObject({ received_bytes: 0 })
  })

  test('a gap: the sender gets the right position three times, then a refusal', async () => {
    const upload = await setUp()
    await sendPart(upload.url, file, 0, 200_000)
    for (let time = 0; time < 3; time += 1)
      expect(await sendPart(upload.url, file, 500_000, 1_000_000)).toMatchObject({
        status: 308,
        range: 'bytes=0-199999',
      })
    expect(await sendPart(upload.url, file, 500_000, 1_000_000)).toMatchObject({
      status: 400,
      range: 'bytes=0-199999',
      message: 'Bytes from 500000 were sent again and again, but those from 200000 are missing.',
    })
    expect((await sendPart(upload.url, file, 200_000, 1_000_000)).status).toBe(200)
    expect(digest(await upload.sent())).toBe(whole)
  })

  test('files that are larger than this server takes', async () => {
    const upload = await setUp()
    const range = `bytes 0-9/${100e9 + 1}`
    expect(await sendBytes(upload.url, { range, body: 'ten bytes!' })).toMatchObject({
      status: 413,
      message: 'The file is larger than 100 GB.',
    })
    expect((await upload.read()).status).toBe('waiting')
  })

  test('unknown addresses and other methods', async () => {
    expect(await sendBytes(`${origin}/uploads/nonsense`, { body: 'x' })).toMatchObject({
      status: 404,
      message: 'There is no upload at this address.',
    })
    const { url } = await setUp()
    const answer = await sendBytes(url, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT, POST, OPTIONS'])
  })

  test('a cancelled upload, also in the middle of a part', async () => {
    const upload = await setUp()
    const headers = { 'content-range': `bytes 0-799999/1000000`, 'content-length': 800_000 }
    const part = await sendUnfinishedPart(upload.url, headers, file.subarray(0, 250_000))
    await until(() => existsSync(uploadFile(dataFolder, upload.id)))
    expect((await upload.cancel()).status).toBe(200)
    part.socket.write(file.subarray(250_000, 800_000))
    await until(() => part.answer() !== '')
    expect(part.answer()).toMatch(/^HTTP\/1\.1 410 /)
    expect(part.answer()).toContain('This upload was cancelled.')
    expect((await sendPart(upload.url, file, 0, 10)).status).toBe(410)
    expect(existsSync(uploadFile(dataFolder, upload.id))).toBe(false)
    expect(await countRows(database, 'assets', { upload_id: upload.id })).toBe(0)
  })

  test('UPLD-060 an upload after its time', async () => {
    const upload = await setUp({ timeout: 60 })
    clock.advance(61)
    expect(await sendBytes(upload.url, { body: file })).toMatchObject({
      status: 410,
      message: 'This upload has timed out.',
    })
    expect((await upload.read()).status).toBe('timed_out')
  })

  test('UPLD-061 settings that the plan has come to refuse end the upload with the reason', async () => {
    const upload = await setUp()
    const settings = { playback_policies: ['drm'] }
    await setUploadSettings(database, upload.id, settings)
    expect((await sendBytes(upload.url, { body: file })).status).toBe(410)
    expect(await upload.read()).toMatchObject({
      status: 'errored',
      error: {
        type: 'invalid_parameters',
        message: 'playback_policies: there is no DRM configuration on this server',
      },
    })
    expect(await upload.events()).toEqual(['video.upload.created', 'video.upload.errored'])
    expect(existsSync(uploadFile(dataFolder, upload.id))).toBe(false)
  })

  test('files while the server is read-only: later they are taken', async () => {
    const upload = await setUp()
    await writeReadOnly(database, true)
    const answer = await sendBytes(upload.url, { body: file })
    await writeReadOnly(database, false)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await sendBytes(upload.url, { body: file })).status).toBe(200)
  })
})

test('without space on the disk the upload ends, and says why', async () => {
  const roomy = await startTestApp([assetsServer, uploadsServer], {
    settings: { PLAYHEAD_UPLOAD_MAX_GB: '100000' },
  })
  const { origin: other } = await startUploadServer(roomy.app)
  const { environment } = await aFactory(roomy.database).world()
  const token = await aFactory(roomy.database).accessToken(environment, [
    'video:write',
    'video:read',
  ])
  const created = await roomy.call('/video/v1/uploads', { token, body: { cors_origin: '*' } })
  const { id, url } = created.body.data
  const answer = await sendBytes(other + new URL(url).pathname, {
    range: `bytes 0-9/${90_000 * 1e9}`,
    body: 'ten bytes!',
  })
  const message = 'The server has no space left for this file.'
  expect(answer).toMatchObject({ status: 507, message })
  const seen = await roomy.call(`/video/v1/uploads/${id}`, { token })
  expect(seen.body.data).toMatchObject({ status: 'errored', error: { type: 'no_space', message } })
})

test('a server that stops says so in the middle of a part, and what it has is kept', async () => {
  const upload = await setUp()
  const stopping = new AbortController()
  const ending = await startUploadServer({ ...app, stopping: stopping.signal })
  const url = ending.origin + new URL(upload.url).pathname
  const headers = { 'content-range': `bytes 0-799999/1000000`, 'content-length': 800_000 }
  const part = await sendUnfinishedPart(url, headers, file.subarray(0, 250_000))
  await until(async () => existsSync(uploadFile(dataFolder, upload.id)))
  await until(async () => (await upload.sent()).length === 250_000)
  stopping.abort()
  await until(() => part.answer() !== '')
  expect(part.answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(part.answer()).toMatch(/retry-after: 1/i)
  expect(await upload.row()).toMatchObject({ received_bytes: 250_000, status: 'waiting' })
  expect((await sendPart(url, file, 250_000, 300_000)).status).toBe(503)
  expect((await sendPart(upload.url, file, 250_000, 1_000_000)).status).toBe(200)
  expect(digest(await upload.sent())).toBe(whole)
})

describe('browsers', () => {
  const preflight = (url: string, from: string) =>
    sendBytes(url, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-range,content-type',
      },
    })

  test.each([
    ['https://app.example.com', 'https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com', 'https://app.example.com'],
    ['*', 'https://other.example.com', '*'],
    ['app.example.com', 'http://app.example.com', 'http://app.example.com'],
    ['https://app.example.com', 'https://evil.example.com', 'https://app.example.com'],
    ['bücher.example', 'https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('of an upload for %s, one at %s may send from %s', async (given, from, allowed) => {
    const { url } = await setUp({ cors_origin: given })
    const asked = await preflight(url, from)
    expect(asked.status).toBe(204)
    const facts = Object.fromEntries(asked.headers)
    expect(facts).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-methods': 'PUT, POST, OPTIONS',
      'access-control-allow-headers': 'content-type, content-range',
    })
    const answer = await sendBytes(url, { body: file.subarray(0, 5), headers: { origin: from } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
    expect(answer.headers.get('access-control-expose-headers')).toBe('Range')
  })

  test.each(['bücher.example', 'a\r\nset-cookie: b=c'])(
    'to an upload for %j arrives, without access for other origins',
    async (given) => {
      const { url, read } = await setUp({ cors_origin: given })
      const headers = { origin: 'https://evil.example.com' }
      const answer = await sendBytes(url, { body: file.subarray(0, 5), headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await read()).toMatchObject({ status: 'asset_created' })
    },
  )

  test('read why an address is unknown', async () => {
    const answer = await sendBytes(`${origin}/uploads/nonsense`, { body: 'x' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

test('files of uploads that ended go; those that are needed stay', async () => {
  const [waiting, done, lost] = [await setUp(), await setUp(), await setUp()]
  await sendPart(waiting.url, file, 0, 10)
  await sendBytes(done.url, { body: file })
  await sendPart(lost.url, file, 0, 10)
  const folder = join(dataFolder, 'uploads')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'), 'left over')
  await writeFile(join(folder, 'notes.txt'), 'somebody’s')
  await setUploadCancelled(database, lost.id)
  await endOverdueUploads(app)
  await clearUploadFiles(app)
  const isThere = (name: string) => existsSync(join(folder, name))
  expect([waiting.id, done.id, 'notes.txt'].map(isThere)).toEqual([true, true, true])
  expect([lost.id, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'].map(isThere)).toEqual([false, false])
  const { asset_id: id } = await done.read()
  await call(`/video/v1/assets/${id}`, { token: done.token, method: 'DELETE' })
  await endOverdueUploads(app)
  await clearUploadFiles(app)
  expect(isThere(done.id)).toBe(false)
})

const rounds = howMany('uploads', { usual: 15, long: 200 })

test('uploads leave memory as it was', { timeout: 480_000 }, async () => {
  const round = async () => {
    const { url } = await setUp()
    expect((await sendBytes(url, { body: file })).status).toBe(200)
  }
  for (let time = 0; time < 20; time += 1) await round()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  for (let time = 0; time < rounds - 20; time += 1) await round()
  globalThis.gc?.()
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
})
