import Mux from '@mux/mux-node'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import { eventsServer } from '@playhead/features/activity/events/server'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { countRows, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { attemptsMax } from '../../contract.ts'
import { deleteWebhook } from '../webhooks.sql.ts'
import { claimDeliveries } from './claim.sql.ts'
import { deliverEvents } from './deliver-events.ts'
import { webhooksServer } from '../index.ts'
import { lockDeliveries } from './testing-locks.sql.ts'
import { startReceiver } from '../testing-receiver.ts'

const options = { settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' } }
const { app, call, clock, database } = await startTestApp([eventsServer, webhooksServer], options)
const make = aFactory(database)
const path = '/system/v1/webhooks'

const receiver = await startReceiver()
afterAll(() => receiver.close())
afterEach(async () => {
  receiver.received.length = 0
  receiver.answerWith((response) => response.writeHead(200).end('ok'))
  for (const { id } of await readRows(database, 'webhooks'))
    await setColumn(database, 'webhooks', 'is_enabled', false, { id: String(id) })
})

const deliver = () => {
  const running = deliverEvents(app, { tickMs: 20 })
  onTestFinished(() => running.stop())
  return running
}

let number = 0
const setUp = async () => {
  const world = await make.world()
  const token = await make.accessToken(world.environment, [...scopes])
  const caller = { token } satisfies TestCall
  const environment = {
    id: world.environment.id,
    organizationId: world.organization.id,
    postgres: app.postgres,
    clickhouse: app.clickhouse,
  }
  const webhook = async (address = receiver.url(`/${(number += 1)}`)) => {
    const { data } = (await call(path, { ...caller, body: { address } })).body
    return { ...data, path: new URL(address).pathname } as {
      id: string
      path: string
      signing_secret: string
    }
  }
  const happen = (objectId = 'a') =>
    recordEvent(environment, {
      type: 'video.asset.ready',
      objectType: 'asset',
      objectId,
      data: { id: objectId, created_at: 1_700_000_000, status: 'ready' },
    })
  const delivery = async (webhookId: string, eventId: string) =>
    (await call(`/ui/v1/webhooks/${webhookId}/deliveries/${eventId}`, caller)).body.data
  /** Commits the deletion of the webhook once the work waits for it. */
  const deleteDuring = async <Result>(id: string, work: () => Promise<Result>) => {
    let working: Promise<Result> | undefined
    await database.transaction(async (transaction) => {
      await deleteWebhook({ ...environment, postgres: transaction }, id)
      working = work()
      await until(async () => (await countWaiting(database)) === 1)
    })
    return working!
  }
  return { ...world, caller, webhook, happen, delivery, deleteDuring }
}

const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

test('the client of the API finds every delivery signed and shaped as it expects', async () => {
  const { webhook, happen, environment, delivery } = await setUp()
  const { id, path: at, signing_secret: secret } = await webhook()
  const eventId = await happen('asset-1')
  deliver()
  await until(() => receiver.at(at).length === 1)
  const [{ headers, body }] = receiver.at(at) as [(typeof receiver.received)[number]]
  expect(headers['content-type']).toBe('application/json')

  const client = new Mux({ tokenId: 'x', tokenSecret: 'y' })
  const event = await client.webhooks.unwrap(body, headers, secret)
  expect(event).toEqual({
    id: eventId,
    type: 'video.asset.ready',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    object: { type: 'asset', id: 'asset-1' },
    environment: { id: environment.id, name: environment.name },
    data: { id: 'asset-1', created_at: 1_700_000_000, status: 'ready' },
    attempts: [],
  })
  await expect(client.webhooks.unwrap(`${body} `, headers, secret)).rejects.toThrow(/signature/)
  await expect(client.webhooks.unwrap(body, headers, 'another')).rejects.toThrow(/signature/)

  await until(async () => (await delivery(id, eventId)).status === 'delivered')
  const { attempts, payload } = await delivery(id, eventId)
  expect(payload).toMatchObject({ id: eventId, type: 'video.asset.ready' })
  expect(attempts).toMatchObject([
    { number: 1, response_status_code: 200, response_body: 'ok', error: null, webhook_id: id },
  ])
})

test('ACTV-006 what failed comes again with growing gaps and tells of earlier attempts, for a day', async () => {
  const { webhook, happen, delivery, caller } = await setUp()
  const { id, path: at, signing_secret: secret } = await webhook()
  receiver.answerWith((response) => response.writeHead(500, { 'x-why': 'busy' }).end('not now'))
  const eventId = await happen()
  deliver()
  const client = new Mux({ tokenId: 'x', tokenSecret: 'y' })
  const gaps: number[] = []
  const begun = clock.now().getTime()
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    await until(() => receiver.at(at).length === attempt)
    const { headers, body } = receiver.at(at).at(-1)!
    expect(JSON.parse(body).attempts).toHaveLength(attempt - 1)
    const time = Number(/t=(\d+)/.exec(String(headers['mux-signature']))?.[1])
    expect(time).toBeCloseTo(clock.now().getTime() / 1000, -1)
    if (attempt === 1) await client.webhooks.unwrap(body, headers, secret)
    await until(async () => (await delivery(id, eventId)).attempt_count === attempt)
    const next = (await delivery(id, eventId)).next_attempt_at
    if (next === null) continue
    gaps.push((Date.parse(next) - clock.now().getTime()) / 1000)
    clock.advance(gaps.at(-1)! + 1)
  }
  const failed = await delivery(id, eventId)
  expect(failed.status).toBe('failed')
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
  const hours = (clock.now().getTime() - begun) / 3_600_000
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThanOrEqual(24)

  const { data } = (await call(`/ui/v1/events/${eventId}/webhook-attempts`, caller)).body
  expect(data).toHaveLength(attemptsMax)
  expect(data[0]).toEqual({
    id: expect.any(String),
    webhook_id: id,
    address: receiver.url(at),
    number: attemptsMax,
    created_at: expect.any(String),
    max_attempts: attemptsMax,
    response_status_code: 500,
    response_headers: expect.objectContaining({ 'x-why': 'busy' }),
    response_body: 'not now',
    error: null,
    duration_ms: expect.any(Number),
  })
  const { id: delivered } = await webhook()
  const seen = await happen('asset-2')
  receiver.answerWith((response) => response.writeHead(200).end('ok'))
  await until(async () => (await delivery(delivered, seen)).status === 'delivered')
  await until(async () => (await delivery(id, seen)).status === 'delivered')
  const listed = (await call('/ui/v1/events', caller)).body.data as { delivery: object }[]
  expect(listed.map((event) => event.delivery)).toEqual([
    { delivered: 2, pending: 0, failed: 0 },
    { delivered: 0, pending: 0, failed: 1 },
  ])
})

test('a receiver that takes its time holds up nobody else', async () => {
  const { webhook, happen } = await setUp()
  const slow = await webhook()
  const quick = await webhook()
  receiver.answerWith((response, { path: at }) => {
    if (at !== slow.path) response.writeHead(204).end()
  })
  for (let event = 0; event < 30; event += 1) await happen(`asset-${event}`)
  const running = deliver()
  await until(() => receiver.at(quick.path).length === 30)
  expect(receiver.at(slow.path).length).toBeLessThanOrEqual(4)
  await running.stop()
})

test('no answer, redirects and long answers', async () => {
  const { webhook, happen, delivery } = await setUp()
  const moved = await webhook()
  const long = await webhook()
  const closed = await webhook('http://127.0.0.1:1/nobody')
  receiver.answerWith((response, { path: at }) => {
    if (at === moved.path) return response.writeHead(302, { location: receiver.url('/away') }).end()
    return response.writeHead(200).end('\0'.repeat(200_000))
  })
  const eventId = await happen()
  deliver()
  const ended = async ({ id }: { id: string }) => {
    await until(async () => (await delivery(id, eventId)).attempt_count === 1)
    return delivery(id, eventId)
  }
  expect(await ended(moved)).toMatchObject({
    status: 'pending',
    last_attempt: { response_status_code: 302, error: null },
  })
  expect(receiver.at('/away')).toEqual([])
  const { status, attempts } = await ended(long)
  expect(status).toBe('delivered')
  expect(attempts[0].response_body).toHaveLength(4096)
  expect((await ended(closed)).last_attempt).toMatchObject({
    response_status_code: null,
    error: 'Nothing listens at this address: the connection was refused.',
  })
})

test('five seconds without an answer are over', async () => {
  const { webhook, happen, delivery } = await setUp()
  const { id } = await webhook()
  receiver.answerWith(() => {})
  const eventId = await happen()
  deliver()
  await until(async () => (await delivery(id, eventId)).attempt_count === 1)
  const { last_attempt: last } = await delivery(id, eventId)
  expect(last.error).toBe('No response within 5 seconds.')
  expect(last.duration_ms).toBeGreaterThan(4_900)
})

test('a webhook that is off is told nothing, and gets no events of that time', async () => {
  const { webhook, happen, delivery, caller } = await setUp()
  const { id, path: at } = await webhook()
  const other = await webhook()
  const set = (enabled: boolean) =>
    call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { enabled } })
  const before = await happen('before')
  await set(false)
  await happen('meanwhile')
  const first = deliver()
  // They became due later than what waits, and a stop waits for deliveries in flight.
  await until(() => receiver.at(other.path).length === 2)
  await first.stop()
  expect(receiver.at(at)).toEqual([])
  expect(await delivery(id, before)).toMatchObject({ status: 'pending', next_attempt_at: null })
  await set(true)
  const second = deliver()
  await until(() => receiver.at(at).length > 0)
  await second.stop()
  expect(receiver.at(at).map(({ body }) => JSON.parse(body).object.id)).toEqual(['before'])
})

test('an event that waits a day for a webhook that is off is given up', async () => {
  const { webhook, happen, delivery, caller } = await setUp()
  const { id } = await webhook()
  const eventId = await happen()
  await call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { enabled: false } })
  const [schedule] = webhooksServer.schedules
  await schedule!.run(app)
  const later = { ...app, clock: { now: () => new Date(clock.now().getTime() + 90_000_000) } }
  await schedule!.run(later)
  expect((await delivery(id, eventId)).status).toBe('failed')
})

test('an event is sent again when asked for, whatever became of it', async () => {
  const { webhook, happen, delivery, caller } = await setUp()
  const { id, path: at } = await webhook()
  const eventId = await happen()
  deliver()
  await until(async () => (await delivery(id, eventId)).status === 'delivered')
  const address = `/ui/v1/webhooks/${id}/deliveries/${eventId}/resend`
  const asked = await call(address, { ...caller, method: 'POST' })
  expect(asked.body.data).toMatchObject({ status: 'pending', event: { id: eventId } })
  await until(async () => (await delivery(id, eventId)).attempt_count === 2)
  expect(receiver.at(at)).toHaveLength(2)
  expect(JSON.parse(receiver.at(at)[1]!.body).attempts).toMatchObject([
    { webhook_id: id, response_status_code: 200, max_attempts: attemptsMax },
  ])
  await call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { enabled: false } })
  const refused = await call(address, { ...caller, method: 'POST' })
  expect(refused.status).toBe(400)
  expect(refused.body.error.messages).toEqual(['This webhook is off. Enable it to send events.'])
})

test('a test event goes to the one webhook it was asked for', async () => {
  const { webhook, caller, delivery } = await setUp()
  const { id, path: at } = await webhook()
  const other = await webhook()
  deliver()
  const sent = await call(`/ui/v1/webhooks/${id}/test`, { ...caller, method: 'POST' })
  expect(sent.status).toBe(201)
  await until(() => receiver.at(at).length === 1)
  expect(JSON.parse(receiver.at(at)[0]!.body)).toMatchObject({
    type: 'webhook.test',
    object: { type: 'webhook', id },
    data: { id, enabled: true, created_at: expect.any(Number) },
  })
  await until(async () => (await delivery(id, sent.body.data.event.id)).status === 'delivered')
  expect(receiver.at(other.path)).toEqual([])
})

test('a test event of a webhook that is deleted at the same moment is a 404 and leaves no event', async () => {
  const { webhook, caller, deleteDuring, environment } = await setUp()
  const { id } = await webhook()
  const answer = await deleteDuring(id, () =>
    call(`/ui/v1/webhooks/${id}/test`, { ...caller, method: 'POST' }),
  )
  expect(answer.status).toBe(404)
  expect(await countRows(database, 'events', { environment_id: environment.id })).toBe(0)
})

test('an event reaches the other webhooks when one is deleted at the same moment', async () => {
  const { webhook, deleteDuring, delivery, happen } = await setUp()
  const { id } = await webhook()
  const other = await webhook()
  const eventId = await deleteDuring(id, () => happen())
  expect(await delivery(other.id, eventId)).toMatchObject({ status: 'pending' })
})

test('deliveries are listed newest first, by result', async () => {
  const { webhook, happen, caller, delivery } = await setUp()
  const { id } = await webhook()
  receiver.answerWith((response, { body }) =>
    response.writeHead(JSON.parse(body).object.id === 'bad' ? 503 : 200).end(),
  )
  const good = await happen('good')
  const bad = await happen('bad')
  deliver()
  await until(async () => (await delivery(id, good)).attempt_count === 1)
  await until(async () => (await delivery(id, bad)).attempt_count === 1)
  const list = async (query = '') =>
    (await call(`/ui/v1/webhooks/${id}/deliveries${query}`, caller)).body
  const all = await list()
  expect(all).toMatchObject({ total_row_count: 2, page: 1 })
  expect(all.data.map((row: { event: { id: string } }) => row.event.id)).toEqual([bad, good])
  expect((await list('?status=pending')).data).toMatchObject([
    { event: { id: bad }, last_attempt: { response_status_code: 503 } },
  ])
  expect(await list('?status=failed')).toMatchObject({ data: [], total_row_count: 0 })
  expect((await list('?limit=1&page=2')).data).toMatchObject([{ event: { id: good } }])
})

test('what a program had when it died is sent by the next one: at least once', async () => {
  const { webhook, happen } = await setUp()
  const { id, path: at } = await webhook()
  await happen()
  const claim = { now: clock.now(), leaseSeconds: 1, total: 5, perReceiver: 4, held: [] }
  expect(await claimDeliveries(database, claim)).toMatchObject([{ webhook_id: id, attempts: 0 }])
  expect(await claimDeliveries(database, claim)).toEqual([])
  deliver()
  await until(() => receiver.at(at).length === 1)
})

test('what another process is about to take is left to it, and the rest is not held up by it', async () => {
  const { webhook, happen } = await setUp()
  const taken = await webhook()
  const free = await webhook()
  await happen()
  const claim = { now: clock.now(), leaseSeconds: 1, total: 5, perReceiver: 4, held: [] }
  await database.transaction(async (other) => {
    await lockDeliveries(other, taken.id)
    const claimed = claimDeliveries(database, claim)
    const first = await Promise.race([
      claimed,
      new Promise((resolve) => setTimeout(resolve, 5_000)),
    ])
    expect(first).toMatchObject([{ webhook_id: free.id }])
  })
})

test('names that mean a private address are refused when they are called', async () => {
  const careful = { ...app, settings: { ...app.settings, openedAddresses: false } }
  const { webhook, happen, delivery } = await setUp()
  const { id, path: at } = await webhook(receiver.url('/private').replace('127.0.0.1', 'localhost'))
  const eventId = await happen()
  const running = deliverEvents(careful, { tickMs: 20 })
  onTestFinished(() => running.stop())
  await until(async () => (await delivery(id, eventId)).attempt_count === 1)
  expect((await delivery(id, eventId)).last_attempt.error).toBe(
    'localhost is a private address; calls to it are not allowed. An operator can allow it with PLAYHEAD_ALLOW_PRIVATE_ADDRESSES.',
  )
  expect(receiver.at(at)).toEqual([])
})

test('deliveries are forgotten with their events and with their webhook', async () => {
  const { webhook, happen, delivery, caller } = await setUp()
  const { id } = await webhook()
  const eventId = await happen()
  const running = deliver()
  await until(async () => (await delivery(id, eventId)).status === 'delivered')
  const later = await happen('later')
  await until(async () => (await delivery(id, later)).status === 'delivered')
  await running.stop()
  const old = new Date(clock.now().getTime() - 31 * 86_400_000)
  await setColumn(database, 'events', 'created_at', old, { id: eventId })
  for (const schedule of eventsServer.schedules) await schedule.run(app)
  expect(await countRows(database, 'webhook_attempts', { webhook_id: id })).toBe(1)
  await call(`${path}/${id}`, { ...caller, method: 'DELETE' })
  expect(await countRows(database, 'webhook_deliveries', { webhook_id: id })).toBe(0)
  expect(await countRows(database, 'webhook_attempts', { webhook_id: id })).toBe(0)
})
