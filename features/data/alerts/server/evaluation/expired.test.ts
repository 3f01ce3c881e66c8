import { afterAll, expect, onTestFinished, test } from 'vitest'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { notificationsServer } from '@playhead/features/data/notifications/server'
import { startHttpReceiver } from '@playhead/server-kit/messages/testing-receivers.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertsServer } from '../index.ts'
import { type Audience, anAudience } from '../testing-audience.ts'
import { Evaluator } from './evaluator.ts'

const receiver = await startHttpReceiver()
const clickhouse = await makeTestClickHouse()
const { app, call, clock, database, mails } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  { clickhouse, settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' } },
)
const make = aFactory(database)
afterAll(() => receiver.close())

const failing: Audience = [{ viewers: 20, failed: 4 }]
const start = Math.ceil(Date.now() / 60_000) * 60

/** A rule, a chat and a mailbox, and an incident that has opened. */
const setUp = async (startsAt: number) => {
  const world = await make.world()
  const { environment, organization, admin } = world
  const caller = { as: admin, organization, environment }
  const ask = async (path: string, body: object) => {
    const answer = await call(path, { ...caller, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  const path = `/chat/${environment.id}`
  const mailbox = `${environment.id}@example.com`
  const channel = (service: string, value: string) =>
    ask('/ui/v1/notification-channels', { notification_channel: { service, value } })
  await channel('slack', receiver.url(path))
  await channel('email', mailbox)
  await ask('/ui/v1/alert-rules', {
    metric: 'playback-failure-percentage',
    threshold_alert: { value: 5, area: 'above' },
    window_duration: 60,
    window_min_views: 10,
  })
  const audience = anAudience(clickhouse, environment, clock, startsAt)
  const evaluator = new Evaluator(app)
  const running = notificationsServer.services[0]!.start(app)
  onTestFinished(() => running.stop())
  const pass = async (seconds: number, watched: Audience) => {
    await audience.write(seconds, watched)
    await evaluator.judgeReady()
  }
  const titles = () =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body).attachments[0] as { title: string; text: string })
  const list = async (query = '') =>
    (await call(`/ui/v1/alert-incidents${query}`, caller)).body.data as { id: string }[]
  const mailsSent = async () => (await mails()).filter(({ to }) => to === mailbox)
  await pass(60, failing)
  await expect.poll(() => titles().length).toBe(1)
  return { pass, list, titles, mailsSent, caller }
}

test('ALRT-011 an incident whose viewers stayed away expires, is listed as such, and its messages say why', async () => {
  const { pass, list, titles, mailsSent, caller } = await setUp(start)
  await pass(450, [])
  await pass(450, [])
  expect(await list('?status=expired')).toEqual([])
  await pass(60, [])
  const [expired, ...others] = await list('?status=expired')
  expect(others).toEqual([])
  expect(await list('?status=open')).toEqual([])
  const { body } = await call(`/ui/v1/alert-incidents/${expired!.id}`, caller)
  expect(body.data).toMatchObject({
    status: 'expired',
    resolution_reason: 'unknown_resolution_reason',
    expired_by: 'few_viewers',
    metric_now: null,
    metric_on_end: null,
    ccv_on_end: 0,
    end_time: expect.any(Number),
  })
  const why = /This incident expired: for 15 minutes there were too few viewers to judge it\.$/
  await expect.poll(() => titles().length).toBe(2)
  expect(titles()).toMatchObject([
    { title: expect.stringMatching(/^Open: /) },
    { title: expect.stringMatching(/^Expired: /), text: expect.stringMatching(why) },
  ])
  await expect.poll(async () => (await mailsSent()).length).toBe(2)
  expect((await mailsSent()).map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
    'Expired',
    'Open',
  ])
})
