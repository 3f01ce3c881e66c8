import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer, queueNotifications } from '../index.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { setEnded } from './testing-incidents.sql.ts'
import { startHttpReceiver } from '@playhead/server-kit/messages/testing-receivers.ts'

const receiver = await startHttpReceiver()
const { app, call, clock, database, mails } = await startTestApp(
  [alertsServer, notificationsServer],
  {
    settings: {
      PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
      PLAYHEAD_PAGERDUTY_URL: receiver.url('/pager'),
    },
  },
)
const make = aFactory(database)
afterAll(() => receiver.close())

const setUp = async () => {
  const { organization, environment, admin } = await make.world()
  const caller = { as: admin, organization, environment }
  for (const [service, value] of [
    ['slack', receiver.url('/slack')],
    ['email', 'on-call@example.com'],
    ['pagerduty', 'R0UT1NGKEY'],
  ])
    await call('/ui/v1/notification-channels', {
      ...caller,
      body: { notification_channel: { service, value } },
    })
  const queue = (id: string, kind: 'opened' | 'ended') =>
    database.transaction((transaction) =>
      queueNotifications(
        transaction,
        { id, environmentId: environment.id, channelIds: null },
        kind,
      ),
    )
  const open = async (ruleId: string, country: string) => {
    const id = await insertIncident(database, environment, {
      description: `Playback failures: ${country}`,
    })
    const columns = {
      rule_id: ruleId,
      group_key: JSON.stringify([country]),
      rule: JSON.stringify({ display_name: 'Playback failures' }),
    }
    for (const [column, value] of Object.entries(columns))
      await setColumn(database, 'incidents', column, value, { id })
    await queue(id, 'opened')
    return id
  }
  const end = async (id: string) => {
    await setEnded(database, id)
    await queue(id, 'ended')
  }
  return { environment, open, end }
}

test('openings of groups of one rule within 30 seconds go in one message; a pager gets each', async () => {
  const { environment, open, end } = await setUp()
  const rule = randomUUID()
  const ids = [await open(rule, 'DE'), await open(rule, 'AT'), await open(rule, 'CH')]
  await end(await open(rule, 'FR'))
  await open(randomUUID(), 'PL')
  const running = deliverNotifications(app, { tickMs: 20 })
  onTestFinished(() => running.stop())
  const dedupKeys = () =>
    receiver.at('/pager/v2/enqueue').map(({ body }) => JSON.parse(body).dedup_key)
  await expect.poll(dedupKeys).toEqual(expect.arrayContaining(ids.map((id) => `playhead-${id}`)))
  expect(receiver.at('/slack')).toEqual([])
  clock.advance(31)
  await expect.poll(() => receiver.at('/slack').length).toBe(2)
  const texts = receiver.at('/slack').map(({ body }) => JSON.parse(body))
  const together = texts.find(({ attachments }) => attachments.length === 3)
  expect(together.text).toBe(`Open: Playback failures: DE, AT and CH (${environment.name})`)
  expect(together.attachments.map(({ title }: { title: string }) => title)).toEqual(
    ['DE', 'AT', 'CH'].map(
      (country) => `Open: Playback failures: ${country} (${environment.name})`,
    ),
  )
  const sentRows = async () =>
    (await readRows(database, 'notifications', { kind: 'opened', status: 'sent' })).length
  // Of chat and mail those of four incidents, and of the pager at least these.
  await expect.poll(sentRows).toBeGreaterThanOrEqual(12)
  const subjects = (await mails()).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    `Open: Playback failures: DE, AT and CH (${environment.name})`,
    `Open: Playback failures: PL (${environment.name})`,
  ])
})

test('an opening that comes after the message went is sent in the next one', async () => {
  const { open } = await setUp()
  const rule = randomUUID()
  const before = await open(rule, 'DE')
  clock.advance(40)
  const running = deliverNotifications(app, { tickMs: 20 })
  onTestFinished(() => running.stop())
  const statuses = async (id: string) =>
    (await readRows(database, 'notifications', { incident_id: id })).map(({ status }) => status)
  await expect.poll(() => statuses(before)).toEqual(['sent', 'sent', 'sent'])
  const after = await open(rule, 'AT')
  const bundles = await Promise.all(
    [before, after].map((id) => readRows(database, 'notifications', { incident_id: id })),
  )
  const [one, other] = bundles.map((rows) => new Set(rows.map(({ bundle }) => bundle)))
  expect([...one!].filter((bundle) => bundle !== null && other!.has(bundle))).toEqual([])
  clock.advance(40)
  await expect.poll(() => statuses(after)).toEqual(['sent', 'sent', 'sent'])
})
