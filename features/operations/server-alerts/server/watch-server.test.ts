import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '@playhead/postgres/client.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import {
  startHttpReceiver,
  startSmtpCatcher,
} from '@playhead/server-kit/messages/testing-receivers.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { serverAlertsServer } from './index.ts'
import { type Finding, serverCheck } from './server-check.ts'
import { ServerWatch } from './watch-server.ts'

const receiver = await startHttpReceiver()
const catcher = await startSmtpCatcher()
afterAll(() => Promise.all([receiver.close(), catcher.close()]))
beforeEach(() => {
  receiver.reset()
  catcher.set('takes')
})

const well: Finding = { level: 'well', sentence: '' }
const full: Finding = { level: 'alert', sentence: 'The tape is full.' }
let tape = well
/** Of three more checks. */
let others = well

const ofTape = feature('tape', {
  parts: [
    serverCheck({ order: 1, name: 'tape', title: 'Tape', read: async () => tape }),
    ...['lamp', 'fan', 'belt'].map((name, index) =>
      serverCheck({ order: 2 + index, name, title: name, read: async () => others }),
    ),
  ],
})

const { app, call, database, clock } = await startTestApp([serverAlertsServer, ofTape], {
  settings: {
    PLAYHEAD_PUBLIC_URL: 'https://video.example.com',
    SMTP_URL: catcher.url,
    PLAYHEAD_PAGERDUTY_URL: receiver.url('/pager'),
    PLAYHEAD_OPERATOR_CHANNELS: `mail:ada@example.com,slack:${receiver.url('/slack')},pagerduty:R0UT1NGKEY,webhook:${receiver.url('/hook')}`,
    PLAYHEAD_OPERATOR_WEBHOOK_SECRET: 'hush',
  },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const address = '/ui/v1/operator/server-alerts'

const bodies = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))
const pages = () => bodies('/pager/v2/enqueue')

/** Steps of five seconds. */
const watchFor = async (watch: ServerWatch, seconds: number) => {
  for (let past = 0; past <= seconds; past += 5) {
    await watch.step()
    clock.advance(5)
  }
}

test('an alert about the server goes to every channel once, and its end after it', async () => {
  const watch = new ServerWatch(app)
  await watch.step()
  tape = full
  await watchFor(watch, 120)
  const title = 'Open: The tape is full (video.example.com)'
  expect(catcher.to('ada@example.com')[0]!.message).toContain(`Subject: ${title}`)
  expect(bodies('/slack')).toMatchObject([{ text: title, attachments: [{ color: '#d92d20' }] }])
  expect(pages()).toMatchObject([
    {
      event_action: 'trigger',
      dedup_key: 'playhead-server-video.example.com-tape',
      payload: { severity: 'critical', component: 'tape', source: 'video.example.com' },
    },
  ])
  expect(bodies('/hook')).toMatchObject([
    {
      type: 'server.alert.opened',
      environment: null,
      data: { check: 'tape', severity: 'alert', sentence: 'The tape is full.' },
    },
  ])
  expect(receiver.at('/hook')[0]!.headers['mux-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)

  tape = well
  await watchFor(watch, 360)
  expect(pages().map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve'])
  expect(bodies('/hook').at(-1)).toMatchObject({ type: 'server.alert.ended' })
  expect(bodies('/slack').at(-1).attachments[0].text).toMatch(/^It is over after \d+ m/)
  expect(catcher.to('ada@example.com')).toHaveLength(2)
  await watch.stop()
})

test('what one process has sent, the next one sends no more; what it could not send, it does', async () => {
  receiver.answerWith((response, { path }) =>
    response.writeHead(path === '/hook' ? 500 : 202).end('busy'),
  )
  tape = full
  const first = new ServerWatch(app)
  await first.step()
  await watchFor(first, 65)
  expect(pages()).toHaveLength(1)
  expect(bodies('/hook')).toHaveLength(1)

  // The first one is gone without a word: its hold ends by itself.
  const second = new ServerWatch(app)
  await second.step()
  clock.advance(40)
  receiver.reset()
  await watchFor(second, 20)
  expect(pages()).toHaveLength(0)
  expect(bodies('/hook')).toMatchObject([{ type: 'server.alert.opened' }])

  tape = well
  await watchFor(second, 360)
  expect(pages()).toMatchObject([{ event_action: 'resolve' }])
  await second.stop()
})

test('only one of two processes sends', async () => {
  tape = full
  const one = new ServerWatch(app)
  const other = new ServerWatch(app)
  for (let past = 0; past <= 90; past += 5) {
    await Promise.all([one.step(), other.step()])
    clock.advance(5)
  }
  expect(pages()).toHaveLength(1)
  tape = well
  await watchFor(one, 360)
  await watchFor(other, 5)
  expect(pages().map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve'])
  await Promise.all([one.stop(), other.stop()])
})

test('an alert about a database that is away is sent, and stored when it is back', async () => {
  const away = connect('postgres://someone@127.0.0.1:1/nothing')
  let current = database
  const postgres = new Proxy(database, {
    get: (_, name) => {
      const found: unknown = Reflect.get(current, name)
      return typeof found === 'function' ? found.bind(current) : found
    },
  })
  const watch = new ServerWatch({ ...app, postgres })
  await watch.step()
  current = away
  tape = full
  await watchFor(watch, 70)
  expect(pages()).toMatchObject([{ event_action: 'trigger' }])
  current = database
  await watchFor(watch, 5)
  const { body } = await call(address, { as: staff })
  expect(body.data.alerts[0]).toMatchObject({ check: 'tape', ended_at: null })
  tape = well
  await watchFor(watch, 360)
  expect(pages().map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve'])
  await watch.stop()
  await away.close()
})

test('an alert whose opening never arrived is not followed by its end', async () => {
  receiver.answerWith((response) => response.writeHead(500).end())
  tape = full
  const watch = new ServerWatch(app)
  await watch.step()
  await watchFor(watch, 65)
  tape = well
  await watchFor(watch, 20)
  receiver.reset()
  await watchFor(watch, 360)
  // The repetition of the opening arrives, and then its end: ten seconds are the first gap.
  expect(bodies('/hook').map(({ type }) => type)).toEqual([
    'server.alert.opened',
    'server.alert.ended',
  ])
  receiver.answerWith((response) => response.writeHead(400).end())
  tape = full
  await watchFor(watch, 65)
  tape = well
  await watchFor(watch, 360)
  // A pager's 400 is final.
  expect(pages().filter(({ event_action }) => event_action === 'resolve')).toHaveLength(1)
  await watch.stop()
})

test('a receiver that fails is asked once in a step, for each alert in turn', async () => {
  receiver.answerWith((response, { path }) =>
    response.writeHead(path === '/hook' ? 500 : 202).end('busy'),
  )
  const watch = new ServerWatch(app)
  await watch.step()
  others = full
  await watch.step()
  clock.advance(65)
  const asked = () => bodies('/hook').map(({ data }) => data.check)
  for (let steps = 1; steps <= 3; steps += 1) {
    await watch.step()
    expect(asked()).toHaveLength(steps)
    clock.advance(5)
  }
  expect(asked().toSorted()).toEqual(['belt', 'fan', 'lamp'])
  expect(pages()).toHaveLength(3)
  others = well
  receiver.reset()
  await watchFor(watch, 400)
  await watch.stop()
})

test('the screen of staff has the checks, the channels without their keys, and the alerts', async () => {
  tape = full
  const { status, body } = await call(address, { as: staff })
  expect(status).toBe(200)
  expect(body.data.checks).toContainEqual({
    name: 'tape',
    title: 'Tape',
    level: 'alert',
    sentence: 'The tape is full.',
  })
  expect(body.data.channels).toEqual([
    { number: 1, service: 'email', value_hint: 'a…@example.com' },
    { number: 2, service: 'slack', value_hint: expect.stringMatching(/^127\.0\.0\.1:\d+\/…$/) },
    { number: 3, service: 'pagerduty', value_hint: '…GKEY' },
    { number: 4, service: 'webhook', value_hint: expect.stringMatching(/^127\.0\.0\.1:\d+\/…$/) },
  ])
  expect(JSON.stringify(body)).not.toMatch(/R0UT1NGKEY|hush|\/hook/)
  expect(body.data.alerts.at(-1)).toMatchObject({
    check: 'tape',
    sent_to: [
      { number: 1, is_sent: true, error: null },
      { number: 2 },
      { number: 3 },
      { number: 4 },
    ],
  })
  const person = await make.person()
  expect((await call(address, { as: person })).status).toBe(403)
})

test('a test says what the receiver answered; a channel that is not there is a 404', async () => {
  const testOf = (number: string) =>
    call(`${address}/channels/${number}/test`, { method: 'POST', as: staff })
  expect((await testOf('4')).body.data).toMatchObject({
    delivered: true,
    status_code: 202,
    answer: '{"status":"success"}',
  })
  expect(bodies('/hook')).toMatchObject([{ type: 'server.alert.test' }])
  receiver.answerWith((response) => response.writeHead(403).end('who are you?'))
  expect((await testOf('2')).body.data).toMatchObject({
    delivered: false,
    status_code: 403,
    error: 'The receiver answered 403: who are you?',
  })
  expect((await testOf('5')).status).toBe(404)
  expect((await testOf('0')).status).toBe(404)
})
