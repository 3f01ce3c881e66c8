import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { exportColumns } from '@playhead/features/data/exports/server'
import { readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startBatchReceiver } from './testing-receiver.ts'
import { startSending } from './testing-sending.ts'

const { app, call, clock, database, mails, path, send, setFlag, setUp, small } =
  await startSending()
const receiver = await startBatchReceiver()
afterAll(() => receiver.close())
afterEach(async () => {
  receiver.answerWith((response) => response.writeHead(200).end())
  for (const { id } of await readRows(database, 'streaming_exports'))
    await setColumn(database, 'streaming_exports', 'status', 'paused', { id: String(id) })
})

const at = (place: string) => receiver.at(place).flatMap(({ rows }) => rows)
/** What has arrived, as `id version`, sorted. */
const sentTo = (place: string) =>
  at(place)
    .map(({ view_id: id, version }) => `${id} ${version}`)
    .toSorted()
const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

let number = 0
const setUpHttp = async () => {
  const world = await setUp()
  number += 1
  const place = `/${number}`
  const made = await world.create({ http: { address: receiver.url(place) } })
  /** From here on everything counts as finished after the export was created. */
  clock.advance(60)
  return { ...world, ...made, place }
}

test('ACCT-081 finished views arrive signed and packed, with the columns of the daily files', async () => {
  const { finish, place, signing_secret: secret, id, read } = await setUpHttp()
  const other = await setUp()
  const end = clock.now().getTime() - 60_000
  await other.finishAll(['of another environment', 'a'], { view_end: end, video_title: 'theirs' })
  await finish('a', { view_end: end, latitude: 52.57, longitude: -13.49, video_title: '=1+1' })
  send()
  await until(() => at(place).length === 1)
  const [{ headers, bytes }] = receiver.at(place) as [ReturnType<typeof receiver.at>[number]]
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    'playhead-streaming-export': id,
  })
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['mux-signature']))!
  expect(signature).toBe(
    createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex'),
  )
  expect(Number(time)).toBeCloseTo(clock.now().getTime() / 1000, -1)

  const [row] = at(place)
  expect(Object.keys(row!).toSorted()).toEqual([...exportColumns, 'version'].toSorted())
  expect(row).toMatchObject({
    view_id: 'a',
    version: 1,
    latitude: 52.5,
    longitude: -13.4,
    video_title: '=1+1',
    country: 'US',
    watched: true,
  })
  expect(new Date(String(row!.view_end)).toISOString()).toBe(row!.view_end)
  await until(async () => (await read(id)).rows_sent === 1)
  expect(await read(id)).toMatchObject({
    status: 'running',
    last_error: null,
    last_sent_at: expect.any(String),
  })
  expect(sentTo(place)).toEqual(['a 1'])
})

test('a view that goes on comes again with a higher version, and one that is gone does not come', async () => {
  const { finish, place } = await setUpHttp()
  const end = clock.now().getTime() - 120_000
  await finish('stays', { ago: 40 })
  await finish('reopened', { ago: 40, view_end: end })
  await finish('removed', { ago: 40, view_end: end })
  await finish('removed', { ago: 30, version: 2, view_end: end, is_deleted: 1 })
  send()
  await until(() => sentTo(place).length === 2)
  // The end of a view is part of its key: the row under the former one is deleted.
  await finish('reopened', { version: 2, view_end: end, is_deleted: 1 })
  await finish('reopened', { version: 2 })
  await until(() => sentTo(place).length === 3)
  expect(sentTo(place)).toEqual(['reopened 1', 'reopened 2', 'stays 1'])
})

test('a version that was replaced before its turn is not sent, and the one in its place once', async () => {
  const { finish, finishAll, place } = await setUpHttp()
  const end = clock.now().getTime() - 120_000
  await finish('replaced', { ago: 40, view_end: end })
  await finishAll(['b', 'c'], { ago: 30 })
  await finish('replaced', { ago: 20, version: 2, view_end: end })
  await finish('last', { ago: 15 })
  send({ limits: small(2) })
  await until(() => sentTo(place).includes('last 1'))
  expect(sentTo(place)).toEqual(['b 1', 'c 1', 'last 1', 'replaced 2'])
})

test('a row that comes into the table late is sent, and nothing is sent twice for that', async () => {
  const { finish, place } = await setUpHttp()
  await finish('early', { ago: 50 })
  await finish('on time', { ago: 10 })
  const running = send()
  await until(() => sentTo(place).length === 2)
  await finish('late', { ago: 45 })
  await until(() => sentTo(place).length === 3)
  clock.advance(300)
  await finish('next', { ago: 20 })
  await until(() => sentTo(place).length === 4)
  await running.stop()
  expect(sentTo(place)).toEqual(['early 1', 'late 1', 'next 1', 'on time 1'])
})

test('many views, most of one moment, come in batches of limited size, each once', async () => {
  const { finishAll, place, id, read } = await setUpHttp()
  const ids = Array.from({ length: 17 }, (_, index) => `view ${index}`)
  const moment = clock.now().getTime() - 10_000
  await finishAll(ids, { updated_at: moment })
  send({ limits: small(5) })
  await until(() => sentTo(place).length === 17)
  expect(Math.max(...receiver.at(place).map(({ rows }) => rows.length))).toBe(5)
  expect(sentTo(place)).toEqual(ids.map((one) => `${one} 1`).toSorted())
  await until(async () => (await read(id)).rows_sent === 17)
})

test('a batch has at most so many packed bytes, a row that has more comes alone', async () => {
  const { finishAll, finish, place } = await setUpHttp()
  const title = (bytes: number) => randomBytes(bytes / 2).toString('hex')
  await finish('a', { ago: 30, video_title: title(150_000) })
  await finishAll(['b', 'c', 'd', 'e', 'f', 'g'], { video_title: title(20) })
  for (const one of ['h', 'i', 'j', 'k']) await finish(one, { ago: 5, video_title: title(40_000) })
  send({ limits: { rowsMax: 100, keysMax: 100, bytesMax: 50_000 } })
  await until(() => sentTo(place).length === 11)
  const large = receiver.at(place).filter(({ bytes }) => bytes.length > 50_000)
  expect(large.map(({ rows }) => rows.map(({ view_id: id }) => id))).toEqual([['a']])
  expect(receiver.at(place).map(({ rows }) => rows.length)).toContain(2)
  expect(sentTo(place)).toHaveLength(11)
})

test('what is refused is sent again as it was, and its place is kept until it is accepted', async () => {
  const { finish, place, id, read } = await setUpHttp()
  await finish('a')
  const before = (await read(id)).sent_until
  receiver.answerWith((response) => response.writeHead(503).end('later'))
  send()
  await until(() => receiver.at(place).length >= 2)
  await until(async () => (await read(id)).last_error !== null)
  expect(await read(id)).toMatchObject({
    status: 'running',
    rows_sent: 0,
    sent_until: before,
    last_error: 'The address answered 503.',
    refused_since: expect.any(String),
  })
  await finish('b')
  receiver.answerWith((response) => response.writeHead(204).end())
  await until(async () => (await read(id)).rows_sent === 2)
  const accepted = receiver.at(place).findIndex(({ rows }) => rows[0]?.view_id === 'b')
  const tries = receiver.at(place).slice(0, accepted)
  expect(new Set(tries.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1)
  expect(await read(id)).toMatchObject({ last_error: null, refused_since: null })
})

test('a redirect is not followed', async () => {
  const { finish, place, id, read } = await setUpHttp()
  await finish('a')
  receiver.answerWith((response) =>
    response.writeHead(302, { location: receiver.url('/away') }).end(),
  )
  send()
  await until(async () => (await read(id)).last_error === 'The address answered 302.')
  expect(receiver.at(place).length).toBeGreaterThan(0)
  expect(receiver.at('/away')).toEqual([])
})

test('behind by an hour it is delayed, after a day of refusals it stops, says so by mail, and goes on when it may', async () => {
  const { finish, place, id, read, change, admin, member, organization, environment } =
    await setUpHttp()
  await finish('a')
  receiver.answerWith((response) => response.writeHead(500).end())
  send()
  await until(async () => (await read(id)).refused_since !== null)
  expect((await read(id)).status).toBe('running')
  clock.advance(3_700)
  expect((await read(id)).status).toBe('delayed')
  const attempts = receiver.at(place).length
  await until(() => receiver.at(place).length > attempts + 1)
  expect((await read(id)).status).toBe('delayed')
  const sentMails = async () =>
    (await mails()).filter(({ subject }) => subject.includes(environment.name))
  expect(await sentMails()).toEqual([])
  clock.advance(23 * 3_600)
  await until(async () => (await sentMails()).length > 0)
  expect(await read(id)).toMatchObject({ status: 'stopped', enabled: false })
  const sent = await sentMails()
  expect(sent.map(({ to }) => to)).toEqual([admin.email])
  expect(sent.map(({ to }) => to)).not.toContain(member.email)
  expect(sent[0]!.text).toContain('The address answered 500.')
  expect(sent[0]!.text).toContain(`/environments/${environment.id}/settings/streaming-exports`)
  expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
    action: 'streaming_export.stopped',
    actor_kind: 'system',
  })

  await finish('b')
  receiver.answerWith((response) => response.writeHead(200).end())
  const refused = receiver.at(place).length
  await change(id, { enabled: true })
  await until(async () => (await read(id)).rows_sent === 2)
  expect(
    receiver
      .at(place)
      .slice(refused)
      .flatMap(({ rows }) => rows),
  ).toHaveLength(2)
})

test('a destination that takes its time delays no other', async () => {
  const slow = await setUpHttp()
  const quick = await setUpHttp()
  receiver.answerWith((response, batch) => {
    if (batch.path !== slow.place) response.writeHead(200).end()
  })
  await slow.finish('slow')
  const running = send({ stopMs: 0 })
  await until(() => receiver.at(slow.place).length === 1)
  const ids = Array.from({ length: 5 }, (_, index) => `quick ${index}`)
  for (const one of ids) {
    await quick.finish(one)
    await until(() => sentTo(quick.place).includes(`${one} 1`))
  }
  expect(receiver.at(slow.place)).toHaveLength(1)
  await running.stop()
})

test('a paused export is sent nothing, and then what was finished in between', async () => {
  const { finish, place, id, change } = await setUpHttp()
  const busy = await setUpHttp()
  await change(id, { enabled: false })
  await finish('in between')
  await busy.finish('elsewhere')
  send()
  await until(() => sentTo(busy.place).length === 1)
  expect(receiver.at(place)).toEqual([])
  await change(id, { enabled: true })
  await until(() => sentTo(place).length === 1)
})

test('a restart sends what was sent before, from a moment on', async () => {
  const { finish, place, id, caller } = await setUpHttp()
  await finish('first', { ago: 50 })
  send()
  await until(() => sentTo(place).length === 1)
  clock.advance(600)
  const from = clock.now()
  clock.advance(30)
  await finish('second')
  await until(() => sentTo(place).length === 2)
  await call(`${path}/${id}/restart`, { ...caller, body: { from: from.toISOString() } })
  await until(() => sentTo(place).length === 3)
  expect(sentTo(place)).toEqual(['first 1', 'second 1', 'second 1'])
})

test('a new address takes effect at once, while the former one still answers nothing', async () => {
  const { finish, place, id, change } = await setUpHttp()
  receiver.answerWith((response, batch) => {
    if (batch.path !== place) response.writeHead(200).end()
  })
  await finish('a')
  send()
  await until(() => receiver.at(place).length === 1)
  await change(id, { http: { address: receiver.url(`${place}/new`) } })
  await until(() => at(`${place}/new`).length > 0)
  expect(sentTo(`${place}/new`)).toEqual(['a 1'])
})

test('an export is deleted while a batch is on its way', async () => {
  const { finish, place, id, caller } = await setUpHttp()
  receiver.answerWith(() => {})
  await finish('a')
  const running = send()
  await until(() => receiver.at(place).length === 1)
  expect((await call(`${path}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(204)
  await running.stop()
  expect(receiver.at(place)).toHaveLength(1)
})

test('two processes share the exports and send each view once; what a dead one held goes on', async () => {
  const worlds = [await setUpHttp(), await setUpHttp(), await setUpHttp()]
  const [held] = worlds as [(typeof worlds)[number]]
  const dead = {
    lease: '00000000-0000-4000-8000-000000000001',
    leased_until: new Date(Date.now() + 1_500),
  }
  for (const [column, value] of Object.entries(dead))
    await setColumn(database, 'streaming_exports', column, value, { id: held.id })
  for (const { finish } of worlds) await finish('a')
  const elsewhere = { ...app.settings, dataFolder: join(app.settings.dataFolder, 'elsewhere') }
  const running = [send(), send({}, { ...app, settings: elsewhere })]
  for (const { place } of worlds) await until(() => sentTo(place).length > 0)
  // Stopped one by one, the second would take over what the first gives back, and send its newest views again.
  await Promise.all(running.map((one) => one.stop()))
  for (const { place } of worlds) expect(sentTo(place)).toEqual(['a 1'])
})

test('what a program held when it was killed goes on at its next start', async () => {
  const { finish, place, id } = await setUpHttp()
  const running = send()
  await finish('before')
  await until(() => sentTo(place).length === 1)
  const [held] = await readRows(database, 'streaming_exports', { id })
  await running.stop()
  for (const column of ['lease', 'worker_id'] as const)
    await setColumn(database, 'streaming_exports', column, String(held?.[column]), { id })
  const far = new Date(Date.now() + 3_600_000)
  await setColumn(database, 'streaming_exports', 'leased_until', far, { id })
  await finish('after')
  send()
  await until(() => sentTo(place).includes('after 1'))
  expect(new Set(sentTo(place))).toEqual(new Set(['before 1', 'after 1']))
})

test('a worker that lost its lease changes nothing any more', async () => {
  const { finish, place, id, read } = await setUpHttp()
  let answer = () => {}
  receiver.answerWith((response) => {
    answer = () => response.writeHead(200).end()
  })
  await finish('a')
  const running = send({ tickMs: 60_000 })
  await until(() => receiver.at(place).length === 1)
  const lease = '00000000-0000-4000-8000-000000000002'
  await setColumn(database, 'streaming_exports', 'lease', lease, { id })
  answer()
  await running.stop()
  expect(await read(id)).toMatchObject({ rows_sent: 0, last_sent_at: null })
  const [row] = await readRows(database, 'streaming_exports', { id })
  expect(row?.lease).toBe(lease)
})

test('a plan without the feature ends the sending', async () => {
  const { finish, place, organization, id } = await setUpHttp()
  const busy = await setUpHttp()
  send()
  await finish('before')
  await until(() => sentTo(place).length === 1)
  await setFlag(organization, false)
  await until(async () => {
    const [row] = await readRows(database, 'streaming_exports', { id })
    return row?.lease === null
  })
  await finish('after')
  await busy.finish('elsewhere')
  await until(() => sentTo(busy.place).length === 1)
  expect(sentTo(place)).toEqual(['before 1'])
})

test('names that mean a private address are refused when they are called', async () => {
  const careful = { ...app, settings: { ...app.settings, openedAddresses: false as const } }
  const { create, finish, read } = await setUp()
  const place = '/private'
  const { id } = await create({
    http: { address: receiver.url(place).replace('127.0.0.1', 'localhost') },
  })
  clock.advance(60)
  await finish('a')
  send({}, careful)
  await until(async () => (await read(id)).last_error !== null)
  expect((await read(id)).last_error).toBe(
    'localhost is a private address; calls to it are not allowed. An operator can allow it with PLAYHEAD_ALLOW_PRIVATE_ADDRESSES.',
  )
  expect(receiver.at(place)).toEqual([])
})

test('a test sends a batch without rows and says what became of it', async () => {
  const { place, id, caller } = await setUpHttp()
  const tested = () => call(`${path}/${id}/test`, { ...caller, method: 'POST' })
  expect((await tested()).body.data).toEqual({
    delivered: true,
    error: null,
    duration_ms: expect.any(Number),
  })
  expect(receiver.at(place)).toMatchObject([{ rows: [] }])
  receiver.answerWith((response) => response.writeHead(401).end())
  expect((await tested()).body.data).toMatchObject({
    delivered: false,
    error: 'The address answered 401.',
  })
})
