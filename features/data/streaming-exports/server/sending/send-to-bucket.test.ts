import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openS3Storage } from '@playhead/storage/s3-storage.ts'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { readBatch } from './testing-receiver.ts'
import { aHealthRow, startSending } from './testing-sending.ts'

const place = await startObjectStorage('views')
const { app, call, clock, dataFolder, path, send, setUp, small } = await startSending()
const cacheFolder = join(dataFolder, 'cache')
const storage = await openS3Storage({ ...place, cacheFolder, cacheBytesMax: 0 })

const settings = (given: object = {}) => ({
  s3: {
    endpoint: place.endpoint,
    region: place.region,
    bucket: place.bucket,
    access_key_id: place.accessKeyId,
    secret_access_key: place.secretAccessKey,
    ...given,
  },
})

type Row = ReturnType<typeof readBatch>[number]
const viewOf = ({ view_id: id, version }: Row) => `${id} ${version}`

const listObjects = async (prefix: string, nameOf = viewOf) => {
  const objects: Record<string, string[]> = {}
  for await (const { key } of storage.list(prefix)) {
    const { bytes } = await storage.read(key)
    objects[key] = readBatch(await buffer(Readable.from(bytes))).map(nameOf)
  }
  return objects
}

const rowsIn = async (prefix: string) =>
  Object.values(await listObjects(prefix))
    .flat()
    .toSorted()
const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

test('ACCT-081 finished views are objects in a bucket, named by what they hold; a repetition replaces itself', async () => {
  const { create, finishAll, caller, read } = await setUp()
  const { id } = await create(settings({ prefix: 'raw/views/' }))
  clock.advance(300)
  const ids = ['a', 'b', 'c', 'd', 'e']
  const moment = Date.UTC(2026, 9, 1, 7, 30)
  clock.advance((moment + 3_600_000 - clock.now().getTime()) / 1000)
  await finishAll(ids, { updated_at: moment })
  const restart = () =>
    call(`${path}/${id}/restart`, { ...caller, body: { from: new Date(moment).toISOString() } })
  await restart()
  send({ limits: small(2) })
  await until(async () => (await read(id)).rows_sent === 5)
  const objects = await listObjects('raw/views')
  expect(Object.values(objects)).toHaveLength(3)
  expect(Object.values(objects).flat().toSorted()).toEqual(ids.map((one) => `${one} 1`))
  for (const name of Object.keys(objects))
    expect(name).toMatch(
      /^raw\/views\/2026-10-01\/07\/20261001T073000000Z-20261001T073000000Z-[0-9a-f]{16}\.ndjson\.gz$/,
    )
  await restart()
  await until(async () => (await read(id)).rows_sent === 10)
  expect(await listObjects('raw/views')).toEqual(objects)
})

test('ACCT-081 input health of live streams is objects in a bucket, in order; a repetition replaces itself', async () => {
  const { environment, create, caller, read } = await setUp()
  const { id } = await create({ kind: 'livehealthstream', ...settings({ prefix: 'raw/health' }) })
  // The engine removes older rows, by its own clock.
  const moment = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
  clock.advance((moment + 3_600_000 - clock.now().getTime()) / 1000)
  const place = {
    environmentId: environment.id,
    liveStreamId: randomUUID(),
    broadcastId: randomUUID(),
  }
  const times = [0, 5000, 10_000, 15_000, 20_000].map((ms) => moment + ms)
  const rows = times.map((at) => aHealthRow(place, at))
  const elsewhere = aHealthRow({ ...place, environmentId: randomUUID() }, moment)
  await app.clickhouse.insert('live_health', [...rows, elsewhere])
  const restart = () =>
    call(`${path}/${id}/restart`, { ...caller, body: { from: new Date(moment).toISOString() } })
  expect((await restart()).status).toBe(200)
  send({ limits: small(2) })
  await until(async () => (await read(id)).rows_sent === 5)
  const list = () =>
    listObjects('raw/health', (row) =>
      [row.broadcast_id, row.live_stream_id, row.time, row.av_drift_ms].join(' '),
    )
  const objects = await list()
  const line = (at: number) =>
    `${place.broadcastId} ${place.liveStreamId} ${new Date(at).toISOString()} `
  expect(Object.values(objects)).toEqual(
    [times.slice(0, 2), times.slice(2, 4), times.slice(4)].map((some) => some.map(line)),
  )
  const compact = (at: number) => new Date(at).toISOString().replaceAll(/[-:.]/g, '')
  const [day, hour] = new Date(moment).toISOString().split(/[T:]/)
  expect(Object.keys(objects)[0]).toContain(
    `raw/health/${day}/${hour}/${compact(moment)}-${compact(moment + 5000)}-`,
  )
  await restart()
  await until(async () => (await read(id)).rows_sent === 10)
  expect(await list()).toEqual(objects)
})

test('what a bucket refuses is said, and sent once it is accepted', async () => {
  const { create, change, finish, read } = await setUp()
  const { id } = await create(settings({ bucket: 'not-there', prefix: 'later' }))
  clock.advance(60)
  await finish('a')
  send()
  await until(async () => (await read(id)).last_error !== null)
  const { last_error: error } = await read(id)
  expect(error).toContain('NoSuchBucket')
  await change(id, settings({ prefix: 'later' }))
  await until(async () => (await rowsIn('later')).length === 1)
})

test('a test leaves an empty object', async () => {
  const { create, caller } = await setUp()
  const { id } = await create(settings({ prefix: 'tested' }))
  const answer = await call(`${path}/${id}/test`, { ...caller, method: 'POST' })
  expect(answer.body.data).toMatchObject({ delivered: true, error: null })
  expect(await listObjects('tested')).toEqual({ 'tested/playhead-test.ndjson.gz': [] })
})
