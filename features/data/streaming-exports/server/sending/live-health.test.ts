import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startBatchReceiver } from './testing-receiver.ts'
import { aHealthRow, startSending } from './testing-sending.ts'

const { app, call, clock, database, path, send, setKinds, setUp, small } = await startSending()
const receiver = await startBatchReceiver()
afterAll(() => receiver.close())
afterEach(async () => {
  receiver.answerWith((response) => response.writeHead(200).end())
  for (const { id } of await readRows(database, 'streaming_exports'))
    await setColumn(database, 'streaming_exports', 'status', 'paused', { id: String(id) })
})

const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

let number = 0
const setUpHealth = async () => {
  const world = await setUp()
  number += 1
  const place = `/health/${number}`
  const address = receiver.url(place)
  const made = await world.create({ kind: 'livehealthstream', http: { address } })
  clock.advance(60)
  const now = clock.now().getTime()
  const liveStreamId = randomUUID()
  /** A row as a broadcast writes it, so many milliseconds before the clock of the test. */
  const measure = (ago: number, broadcastId: string, given: object = {}, of = world.environment) =>
    app.clickhouse.insert('live_health', [
      aHealthRow({ environmentId: of.id, liveStreamId, broadcastId }, now - ago, given),
    ])
  const rows = () => receiver.at(place).flatMap((batch) => batch.rows)
  const momentsOf = () => rows().map(({ time, broadcast_id: id }) => [time, id].join(' '))
  const nameOf = (ago: number, id: string) => `${new Date(now - ago).toISOString()} ${id}`
  return { ...world, ...made, place, now, liveStreamId, measure, rows, momentsOf, nameOf }
}

test('ACCT-081 input health arrives in order with what is not known as null, and nothing of another environment', async () => {
  const { liveStreamId, measure, momentsOf, nameOf, rows, id, read } = await setUpHealth()
  const other = await setUp()
  const [one, two] = [randomUUID(), randomUUID()].toSorted() as [string, string]
  await measure(25_000, two)
  await measure(30_000, one)
  await measure(25_000, one)
  await measure(28_000, randomUUID(), {}, other.environment)
  send()
  await until(() => rows().length === 3)
  expect(momentsOf()).toEqual([nameOf(30_000, one), nameOf(25_000, one), nameOf(25_000, two)])
  expect(rows()[0]).toEqual({
    broadcast_id: one,
    time: expect.stringMatching(/Z$/),
    live_stream_id: liveStreamId,
    video_kbps: 2500.25,
    audio_kbps: 128,
    frame_rate: 30,
    expected_frame_rate: 30,
    keyframe_interval_ms: 2000,
    av_drift_ms: null,
    clock_drift_ms: 12,
    jitter_ms: 1.5,
    longest_silence_ms: 40,
    dropped_frames: 3,
  })
  await until(async () => (await read(id)).rows_sent === 3)
  expect(await read(id)).toMatchObject({ kind: 'livehealthstream', status: 'running' })
})

test('a row that becomes visible late is sent, and no other one twice', async () => {
  const { measure, momentsOf, nameOf, rows } = await setUpHealth()
  const broadcast = randomUUID()
  await measure(30_000, broadcast)
  await measure(20_000, broadcast)
  send()
  await until(() => rows().length === 2)
  await measure(25_000, broadcast)
  await until(() => rows().length === 3)
  await measure(10_000, broadcast)
  await until(() => rows().length === 4)
  expect(momentsOf()).toEqual([30_000, 20_000, 25_000, 10_000].map((ago) => nameOf(ago, broadcast)))
})

test('what is refused comes again with the same bytes, and batches keep the order', async () => {
  const { measure, momentsOf, nameOf, place, rows } = await setUpHealth()
  const broadcast = randomUUID()
  const moments = [30_000, 25_000, 20_000, 15_000, 10_000]
  for (const ago of moments) await measure(ago, broadcast)
  let refusals = 2
  receiver.answerWith((response) => response.writeHead(refusals-- > 0 ? 503 : 200).end())
  send({ limits: small(2) })
  await until(() => rows().length === 2 * 2 + moments.length)
  const [first, again, accepted] = receiver.at(place)
  expect(first!.bytes.equals(again!.bytes) && again!.bytes.equals(accepted!.bytes)).toBe(true)
  expect(momentsOf().slice(4)).toEqual(moments.map((ago) => nameOf(ago, broadcast)))
})

test('SHELL-039 each kind needs its feature: to be created, listed, sent and changed', async () => {
  const { caller, id, measure, organization, rows } = await setUpHealth()
  await setKinds(organization, { views: true, health: false })
  const listed = (await call(path, caller)).body
  expect([listed.data, listed.total_row_count]).toEqual([[], 0])
  expect((await call(`${path}/${id}`, caller)).status).toBe(403)
  const body = {
    streaming_export: { kind: 'livehealthstream', http: { address: receiver.url('/') } },
  }
  const refused = await call(path, { ...caller, body })
  expect([refused.status, refused.body.error.type]).toEqual([403, 'upgrade_required'])
  await measure(20_000, randomUUID())
  send()
  await setKinds(organization, { views: false, health: true })
  await until(() => rows().length === 1)
  expect((await call(path, caller)).body.data).toMatchObject([{ id, kind: 'livehealthstream' }])
  const views = { streaming_export: { http: { address: receiver.url('/') } } }
  expect((await call(path, { ...caller, body: views })).status).toBe(403)
})

test('a restart goes back as far as input health is kept', async () => {
  const { caller, id, measure, momentsOf, nameOf, rows } = await setUpHealth()
  const broadcast = randomUUID()
  const day = 86_400_000
  await measure(3 * day, broadcast)
  await measure(10_000, broadcast)
  send()
  await until(() => rows().length === 1)
  const restart = (ago: number) =>
    call(`${path}/${id}/restart`, {
      ...caller,
      body: { from: new Date(clock.now().getTime() - ago).toISOString() },
    })
  const tooEarly = await restart(31 * day)
  expect(tooEarly.status).toBe(400)
  expect(tooEarly.body.error.messages[0]).toContain('Input health is kept for 30 days.')
  expect((await restart(4 * day)).status).toBe(200)
  await until(() => rows().length === 3)
  expect(momentsOf().slice(1)).toEqual([3 * day, 10_000].map((ago) => nameOf(ago, broadcast)))
})
