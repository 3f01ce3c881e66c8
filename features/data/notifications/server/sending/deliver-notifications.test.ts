import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { alertsServer, incidentListener } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import type { NotificationKind } from '../../contract.ts'
import { notificationsServer, queueNotifications } from '../index.ts'
import { claimNotifications } from './claim.sql.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { setEnded } from './testing-incidents.sql.ts'
import {
  startHttpReceiver,
  startSmtpCatcher,
} from '@playhead/server-kit/messages/testing-receivers.ts'

const receiver = await startHttpReceiver()
const catcher = await startSmtpCatcher()
const { app, call, clock, database, mails } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  {
    settings: {
      PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
      PLAYHEAD_PAGERDUTY_URL: receiver.url('/pager'),
    },
  },
)
const make = aFactory(database)
afterAll(() => Promise.all([receiver.close(), catcher.close()]))
afterEach(async () => {
  receiver.reset()
  catcher.set('takes')
  for (const { id } of await readRows(database, 'notification_channels'))
    await setColumn(database, 'notification_channels', 'is_enabled', false, { id: String(id) })
})

/** Mail goes over SMTP; mail to admins about a channel stays in the outbox of the test. */
const overSmtp = {
  ...app,
  mailer: createMailer(
    { smtpUrl: catcher.url, mailFrom: 'playhead@example.com', dataFolder: '' },
    clock.now,
  ),
}

const deliver = (server = app) => {
  const running = deliverNotifications(server, { tickMs: 20 })
  onTestFinished(() => running.stop())
  return running
}

/** What another process would take now. */
const aClaim = () => ({
  now: clock.now(),
  leaseSeconds: 1,
  total: 5,
  perReceiver: 4,
  held: [],
})

const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

let number = 0
const setUp = async () => {
  const world = await make.world()
  const { organization, environment, admin } = world
  const caller = { as: admin, organization, environment }
  const base = '/ui/v1/notification-channels'
  const channel = async (service: string, value: string, given: object = {}) => {
    const body = { notification_channel: { service, value, ...given } }
    return (await call(base, { ...caller, body })).body.data as {
      id: string
      signing_secret: string
    }
  }
  const slack = async (given: object = {}) => {
    const path = `/slack/${(number += 1)}`
    return { ...(await channel('slack', receiver.url(path), given)), path }
  }
  const read = async (id: string) => (await call(`${base}/${id}`, caller)).body.data
  const change = (id: string, changes: object) =>
    call(`${base}/${id}`, {
      ...caller,
      method: 'PATCH',
      body: { notification_channel: changes },
    })
  const sendTest = async (id: string) =>
    (await call(`${base}/${id}/test`, { ...caller, method: 'POST' })).body.data
  const queue = (
    id: string,
    kind: NotificationKind,
    options: { channelIds?: string[]; number?: number; heldBy?: string } = {},
  ) => {
    const { channelIds = null, ...rest } = options
    const incident = { id, environmentId: environment.id, channelIds }
    return database.transaction((transaction) =>
      queueNotifications(transaction, incident, kind, rest),
    )
  }
  const incident = (given: Parameters<typeof insertIncident>[2] = {}) =>
    insertIncident(database, environment, given)
  /** An incident and its first notifications. */
  const open = async (given: Parameters<typeof insertIncident>[2] = {}) => {
    const id = await incident(given)
    await queue(id, 'opened')
    return id
  }
  const end = async (id: string) => {
    await setEnded(database, id)
    await queue(id, 'ended')
  }
  const rowsOf = async (incidentId: string) =>
    (await readRows(database, 'notifications', { incident_id: incidentId })).toSorted(
      (one, other) => Number(one['id']) - Number(other['id']),
    )
  const statuses = async (incidentId: string) =>
    (await rowsOf(incidentId)).map(({ kind, status }) => `${String(kind)} ${String(status)}`)
  return {
    ...world,
    caller,
    channel,
    slack,
    read,
    change,
    sendTest,
    queue,
    incident,
    open,
    end,
    rowsOf,
    statuses,
  }
}

const bodiesAt = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))

test('an incident is told to every service, and its end after it', async () => {
  const { channel, slack, open, end, statuses, environment, organization } = await setUp()
  const chat = await slack()
  await channel('pagerduty', 'R0UT1NGKEY')
  await channel('webhook', receiver.url('/hook'))
  await channel('email', 'on-call@example.com')
  const id = await open({ description: 'Many views fail' })
  deliver(overSmtp)
  await until(async () => (await statuses(id)).every((status) => status === 'opened sent'))
  await end(id)
  await until(async () => (await statuses(id)).filter((row) => row === 'ended sent').length === 4)
  const url = `http://localhost:4000/organizations/${organization.id}/environments/${environment.id}/alerts/incidents/threshold/${id}`
  expect(bodiesAt(chat.path).map(({ attachments: [one] }) => [one.title, one.title_link])).toEqual([
    [`Open: Many views fail (${environment.name})`, url],
    [`Ended: Many views fail (${environment.name})`, url],
  ])
  expect(bodiesAt('/pager/v2/enqueue')).toMatchObject([
    { event_action: 'trigger', dedup_key: `playhead-${id}` },
    { event_action: 'resolve', dedup_key: `playhead-${id}` },
  ])
  expect(bodiesAt('/hook').map(({ type }) => type)).toEqual([
    'data.incident.opened',
    'data.incident.ended',
  ])
  expect(catcher.to('on-call@example.com')).toHaveLength(2)
})

test('a channel hears of its types, a rule with channels of its own tells those', async () => {
  const { slack, incident, queue, rowsOf } = await setUp()
  const both = await slack()
  const anomalies = await slack({ alert_types: ['anomaly'] })
  const off = await slack()
  await setColumn(database, 'notification_channels', 'is_enabled', false, { id: off.id })
  const stranger = await setUp()
  const foreign = await stranger.slack()
  const channelsOf = async (id: string) =>
    (await rowsOf(id)).map((row) => String(row['channel_id'])).toSorted()
  const threshold = await incident({ type: 'threshold' })
  await queue(threshold, 'opened')
  expect(await channelsOf(threshold)).toEqual([both.id])
  const anomaly = await incident({ type: 'anomaly' })
  await queue(anomaly, 'opened')
  expect(await channelsOf(anomaly)).toEqual([both.id, anomalies.id].toSorted())
  const chosen = await incident({ type: 'threshold' })
  await queue(chosen, 'opened', { channelIds: [anomalies.id, foreign.id, off.id] })
  expect(await channelsOf(chosen)).toEqual([anomalies.id])
  expect(await stranger.queue(chosen, 'opened')).toBe(0)
})

test('a repetition queues nothing, and changes of an incident are counted', async () => {
  const { slack, open, queue, statuses, rowsOf } = await setUp()
  await slack()
  const id = await open()
  expect(await queue(id, 'opened')).toBe(0)
  expect(await queue(id, 'changed')).toBe(1)
  expect(await queue(id, 'changed')).toBe(1)
  expect(await queue(id, 'reminder', { number: 1 })).toBe(1)
  expect(await queue(id, 'reminder', { number: 1 })).toBe(0)
  // Only PagerDuty has a state for it.
  expect(await queue(id, 'acknowledged')).toBe(0)
  expect(await queue(id, 'ended')).toBe(1)
  expect(await queue(id, 'ended')).toBe(0)
  expect(await statuses(id)).toHaveLength(5)
  expect((await rowsOf(id)).map((row) => row['number'])).toEqual([0, 0, 1, 1, 0])
})

test('a change of an incident that is rolled back tells nobody; the slot of incidents queues', async () => {
  const { slack, incident, environment, rowsOf } = await setUp()
  await slack()
  const id = await incident()
  const [listener] = incidentListener.partsIn(app)
  const changed = {
    id,
    environmentId: environment.id,
    type: 'threshold' as const,
    channelIds: null,
  }
  const rolledBack = database.transaction(async (transaction) => {
    await listener!.changed(transaction, changed, 'opened')
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await rowsOf(id)).toEqual([])
  await database.transaction((transaction) => listener!.changed(transaction, changed, 'opened'))
  expect(await rowsOf(id)).toHaveLength(1)
})

test('an incident that ends before its beginning could be sent is not told at all', async () => {
  const { slack, open, end, queue, statuses } = await setUp()
  const chat = await slack()
  receiver.answerWith((response) => response.writeHead(500).end())
  const id = await open()
  const running = deliver()
  await until(() => receiver.at(chat.path).length === 1)
  await queue(id, 'changed')
  await end(id)
  await until(
    async () => (await statuses(id)).join() === 'opened dropped,changed dropped,ended dropped',
  )
  await running.stop()
  expect(receiver.at(chat.path)).toHaveLength(1)
})

test('a beginning that may have arrived is sent again, and the end follows it', async () => {
  const { channel, open, end, statuses } = await setUp()
  await channel('pagerduty', 'KEY')
  let isFirst = true
  receiver.answerWith((response) => {
    if (!isFirst) return response.writeHead(202).end()
    isFirst = false
    return void response.destroy()
  })
  const id = await open()
  deliver()
  await until(() => !isFirst)
  await end(id)
  clock.advance(11)
  await until(async () => (await statuses(id)).join() === 'opened sent,ended sent')
  expect(bodiesAt('/pager/v2/enqueue').map(({ event_action: action }) => action)).toEqual([
    'trigger',
    'trigger',
    'resolve',
  ])
})

test('what failed is tried twelve times in a day, with growing gaps', async () => {
  const { slack, open, rowsOf, read } = await setUp()
  const chat = await slack()
  receiver.answerWith((response) => response.writeHead(500).end('not now'))
  const id = await open()
  deliver()
  const begun = clock.now().getTime()
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await until(async () => (await rowsOf(id))[0]!['attempts'] === attempt)
    const [row] = await rowsOf(id)
    expect(row!['status']).toBe(attempt === 12 ? 'failed' : 'pending')
    const next = row!['next_attempt_at'] as Date
    if (attempt < 12) clock.advance((next.getTime() - clock.now().getTime()) / 1000 + 1)
  }
  expect(receiver.at(chat.path)).toHaveLength(12)
  const hours = (clock.now().getTime() - begun) / 3_600_000
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThanOrEqual(24)
  expect(await read(chat.id)).toMatchObject({
    enabled: true,
    last_error: 'The receiver answered 500: not now',
    last_sent_at: null,
  })
})

test('PagerDuty’s 400 is final, and a receiver that asks to wait is given the time', async () => {
  const { channel, slack, open, rowsOf } = await setUp()
  const pager = await channel('pagerduty', 'WRONG')
  const chat = await slack()
  receiver.answerWith((response, { path }) =>
    path === chat.path
      ? response.writeHead(429, { 'retry-after': '1800' }).end()
      : response.writeHead(400).end('invalid routing key'),
  )
  const id = await open()
  deliver()
  await until(async () => (await rowsOf(id)).every(({ attempts }) => attempts === 1))
  const rows = await rowsOf(id)
  expect(rows.find((row) => row['channel_id'] === pager.id)).toMatchObject({
    status: 'failed',
    error: 'The receiver answered 400: invalid routing key',
  })
  const waiting = rows.find((row) => row['channel_id'] === chat.id)!
  expect(waiting['status']).toBe('pending')
  const wait = (waiting['next_attempt_at'] as Date).getTime() - clock.now().getTime()
  expect(wait).toBeGreaterThan(1_700_000)
})

const failuresOf = async (id: string) =>
  (await readRows(database, 'notification_channels', { id }))[0]!['failures']

test('twenty failures in a row over 15 minutes switch a channel off with the reason, and admins get a mail', async () => {
  const { channel, open, read, change, organization, admin } = await setUp()
  const pager = await channel('pagerduty', 'WRONG')
  receiver.answerWith((response) => response.writeHead(400).end('invalid routing key'))
  for (let count = 0; count < 20; count += 1) await open()
  const running = deliver()
  await until(async () => (await failuresOf(pager.id)) === 20)
  // All at once is one outage, however short.
  clock.advance(14 * 60)
  await open()
  await until(async () => (await failuresOf(pager.id)) === 21)
  expect((await read(pager.id)).enabled).toBe(true)
  await running.stop()
  clock.advance(60)
  for (let count = 0; count < 10; count += 1) await open()
  const later = deliver()
  await until(async () => (await read(pager.id)).switched_off_at !== null)
  await later.stop()
  expect(await read(pager.id)).toMatchObject({
    enabled: false,
    last_error: 'The receiver answered 400: invalid routing key',
  })
  const calls = receiver.at('/pager/v2/enqueue').length
  expect(calls).toBeLessThan(31)
  expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
    action: 'notification_channel.switched_off',
    actor_kind: 'system',
    detail: { error: 'The receiver answered 400: invalid routing key' },
  })
  const told = (await mails()).filter(({ to }) => to === admin.email)
  expect(told).toHaveLength(1)
  expect(told[0]!.text).toContain('The receiver answered 400: invalid routing key')
  expect(told[0]!.text).toContain('/alerts/notification-channels')
  receiver.reset()
  await change(pager.id, { enabled: true })
  expect(await read(pager.id)).toMatchObject({ switched_off_at: null, last_error: null })
  deliver()
  await until(() => receiver.at('/pager/v2/enqueue').length === 31 - calls)
})

test('a success between failures starts the count again', async () => {
  const { channel, open, rowsOf } = await setUp()
  const pager = await channel('pagerduty', 'KEY')
  deliver()
  const told = async (status: number) => {
    receiver.answerWith((response) => response.writeHead(status).end())
    const id = await open()
    await until(async () => (await rowsOf(id))[0]!['attempts'] === 1)
  }
  await told(400)
  await told(400)
  expect(await failuresOf(pager.id)).toBe(2)
  await told(202)
  expect(await failuresOf(pager.id)).toBe(0)
})

test('what a person does with an incident reaches the pager: acknowledge and resolve', async () => {
  const { channel, slack, open, caller, statuses } = await setUp()
  await channel('pagerduty', 'KEY')
  const chat = await slack()
  const id = await open()
  deliver()
  const act = async (what: string) => {
    const answer = await call(`/ui/v1/alert-incidents/${id}/${what}`, { ...caller, method: 'POST' })
    expect(answer.status).toBe(200)
  }
  await until(async () => (await statuses(id)).join() === 'opened sent,opened sent')
  await act('acknowledge')
  await until(async () => (await statuses(id)).includes('acknowledged sent'))
  await act('resolve')
  await until(async () => (await statuses(id)).filter((row) => row === 'ended sent').length === 2)
  expect(
    bodiesAt('/pager/v2/enqueue').map((event) => [event.event_action, event.dedup_key]),
  ).toEqual(['trigger', 'acknowledge', 'resolve'].map((action) => [action, `playhead-${id}`]))
  expect(bodiesAt(chat.path)).toHaveLength(2)
})

test('a slow receiver delays no other, and five seconds without an answer are over', async () => {
  const { slack, open, rowsOf } = await setUp()
  const slow = await slack()
  const quick = await slack()
  const hanging: ServerResponse[] = []
  receiver.answerWith((response, { path }) => {
    if (path === slow.path) hanging.push(response)
    else response.writeHead(204).end()
  })
  const ids = [await open(), await open(), await open(), await open(), await open(), await open()]
  deliver()
  await until(() => receiver.at(quick.path).length === ids.length)
  expect(receiver.at(slow.path).length).toBeLessThanOrEqual(4)
  const slowRow = async () => (await rowsOf(ids[0]!)).find((row) => row['channel_id'] === slow.id)!
  await until(async () => (await slowRow())['attempts'] === 1)
  expect((await slowRow())['error']).toBe('No response within 5 seconds.')
  expect((await slowRow())['may_have_arrived']).toBe(true)
  receiver.reset()
  for (const response of hanging) response.end()
})

test('what a program had when it died is sent by the next one', async () => {
  const { slack, open, statuses } = await setUp()
  const chat = await slack()
  const id = await open()
  expect(await claimNotifications(database, aClaim())).toMatchObject([{ channel_id: chat.id }])
  expect(await claimNotifications(database, aClaim())).toEqual([])
  deliver()
  await until(async () => (await statuses(id)).join() === 'opened sent')
})

test('a held notification is kept back with what holds it, and its end with it', async () => {
  const { slack, incident, queue, end, rowsOf, statuses, open } = await setUp()
  const chat = await slack()
  const silence = '0c7f2c3e-6f0f-4b0d-9a54-3f6d7b1f2a10'
  const id = await incident()
  await queue(id, 'opened', { heldBy: silence })
  expect(await rowsOf(id)).toMatchObject([{ status: 'held', held_by: silence }])
  await end(id)
  const told = await open()
  await setColumn(database, 'incidents', 'snoozed_until', new Date(Date.now() + 3_600_000), {
    id: told,
  })
  await queue(told, 'reminder', { number: 1 })
  deliver()
  await until(async () => (await statuses(told)).join() === 'opened sent,reminder held')
  expect(await rowsOf(id)).toMatchObject([
    { kind: 'opened', status: 'held', held_by: silence },
    { kind: 'ended', status: 'held', held_by: silence },
  ])
  expect(receiver.at(chat.path)).toHaveLength(1)
})

test('what waits a day for a channel that is off is given up', async () => {
  const { slack, open, change, rowsOf } = await setUp()
  const chat = await slack()
  const id = await open()
  await change(chat.id, { enabled: false })
  expect(await claimNotifications(database, aClaim())).toEqual([])
  const [schedule] = notificationsServer.schedules
  // Rows are queued by the clock of the database.
  const runIn = (ms: number) =>
    schedule!.run({ ...app, clock: { now: () => new Date(Date.now() + ms) } })
  await runIn(0)
  expect((await rowsOf(id))[0]!['status']).toBe('pending')
  await runIn(90_000_000)
  expect((await rowsOf(id))[0]).toMatchObject({
    status: 'failed',
    error: 'The channel was off for a day.',
  })
})

test('an incident lists its notifications with numbers, as the client of the API has them', async () => {
  const { slack, open, statuses, caller } = await setUp()
  await slack()
  const id = await open()
  deliver()
  await until(async () => (await statuses(id)).join() === 'opened sent')
  const { data } = (await call(`/data/v1/incidents/${id}`, caller)).body
  expect(data.notifications).toEqual([
    {
      id: expect.any(Number),
      queued_at: expect.stringMatching(/\.\d{6}Z$/),
      attempted_at: expect.stringMatching(/\.\d{6}Z$/),
    },
  ])
})

test('what was sent about an incident is listed with its answers', async () => {
  const { channel, slack, open, rowsOf, caller } = await setUp()
  const chat = await slack()
  const pager = await channel('pagerduty', 'WRONGKEY99')
  receiver.answerWith((response, { path }) =>
    path === chat.path ? response.writeHead(503).end() : response.writeHead(400).end('no'),
  )
  const id = await open()
  deliver()
  await until(async () => (await rowsOf(id)).every(({ attempts }) => attempts === 1))
  const path = `/ui/v1/alert-incidents/${id}/notifications`
  const listed = await call(path, caller)
  expect(listed.body.total_row_count).toBe(2)
  const common = {
    id: expect.any(Number),
    kind: 'opened',
    number: 0,
    held_by: null,
    attempts: 1,
    queued_at: expect.any(String),
    attempted_at: expect.any(String),
  }
  expect(listed.body.data).toHaveLength(2)
  expect(listed.body.data).toContainEqual({
    ...common,
    channel: { id: chat.id, service: 'slack', value_hint: expect.stringMatching(/…$/) },
    status: 'pending',
    next_attempt_at: expect.any(String),
    error: 'The receiver answered 503.',
  })
  expect(listed.body.data).toContainEqual({
    ...common,
    channel: { id: pager.id, service: 'pagerduty', value_hint: '…EY99' },
    status: 'failed',
    next_attempt_at: null,
    error: 'The receiver answered 400: no',
  })
  expect((await call(`${path}?limit=1&page=2`, caller)).body.data).toHaveLength(1)
  const stranger = await setUp()
  expect((await call(path, stranger.caller)).status).toBe(404)
})

test('a test says what the receiver said, and becomes the last answer', async () => {
  const { channel, slack, sendTest, read } = await setUp()
  const chat = await slack()
  receiver.answerWith((response) => response.writeHead(404).end('no_service'))
  expect(await sendTest(chat.id)).toEqual({
    delivered: false,
    status_code: 404,
    answer: 'no_service',
    error: 'The receiver answered 404: no_service',
    duration_ms: expect.any(Number),
  })
  expect((await read(chat.id)).last_error).toBe('The receiver answered 404: no_service')
  receiver.answerWith((response) => response.writeHead(200).end('ok'))
  expect(await sendTest(chat.id)).toMatchObject({
    delivered: true,
    status_code: 200,
    answer: 'ok',
    error: null,
  })
  const shown = await read(chat.id)
  expect(shown).toMatchObject({ last_error: null, last_sent_at: expect.any(String) })
  expect(bodiesAt(chat.path)[1].attachments[0].title).toMatch(/^Test: This channel works/)
  receiver.reset()
  const pager = await channel('pagerduty', 'KEY')
  expect(await sendTest(pager.id)).toMatchObject({ delivered: true, status_code: 202 })
  const events = bodiesAt('/pager/v2/enqueue')
  expect(events).toMatchObject([
    { event_action: 'trigger', payload: { severity: 'info' } },
    { event_action: 'resolve' },
  ])
  expect(events[0].dedup_key).toBe(events[1].dedup_key)
})

test('the address of PagerDuty is the operator’s and may be private, those that people enter may not', async () => {
  const { channel, slack, open, rowsOf } = await setUp()
  const chat = await slack()
  const pager = await channel('pagerduty', 'KEY')
  const id = await open()
  deliver({ ...app, settings: { ...app.settings, openedAddresses: false } })
  await until(async () => (await rowsOf(id)).every(({ attempts }) => attempts === 1))
  const rows = await rowsOf(id)
  expect(rows.find((row) => row['channel_id'] === pager.id)).toMatchObject({ status: 'sent' })
  expect(rows.find((row) => row['channel_id'] === chat.id)).toMatchObject({
    status: 'pending',
    error: expect.stringMatching(/^127\.0\.0\.1 .* calls to it are not allowed/),
  })
  expect(receiver.at(chat.path)).toEqual([])
})

test('thirty tests in ten minutes are enough', async () => {
  const { slack, sendTest } = await setUp()
  const chat = await slack()
  for (let count = 0; count < 30; count += 1) expect((await sendTest(chat.id)).delivered).toBe(true)
  expect(await sendTest(chat.id)).toBeUndefined()
  expect(receiver.at(chat.path)).toHaveLength(30)
  clock.advance(660)
  expect((await sendTest(chat.id)).delivered).toBe(true)
})

test('a value that another server has sealed is said, and sent nowhere', async () => {
  const { slack, sendTest, read } = await setUp()
  const chat = await slack()
  await setColumn(database, 'notification_channels', 'value_sealed', 'other', { id: chat.id })
  const error = 'The value of this channel was encrypted by another server. Enter it again.'
  expect(await sendTest(chat.id)).toMatchObject({ delivered: false, error })
  expect(await read(chat.id)).toMatchObject({ value: null, last_error: error })
  expect(receiver.at(chat.path)).toEqual([])
})
