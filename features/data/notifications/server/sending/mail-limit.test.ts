import { expect, onTestFinished, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer, queueNotifications } from '../index.ts'
import { claimNotifications } from './claim.sql.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { setEnded } from './testing-incidents.sql.ts'

const { app, call, clock, database, mails } = await startTestApp([
  alertsServer,
  notificationsServer,
])
const make = aFactory(database)

const until = async (condition: () => unknown) => {
  await expect.poll(condition, { interval: 20 }).toBeTruthy()
}

const deliver = () => {
  const running = deliverNotifications(app, { tickMs: 20 })
  onTestFinished(() => running.stop())
  return running
}

/** What another process would take now. */
const aClaim = () => ({ now: clock.now(), leaseSeconds: 1, total: 5, perReceiver: 4, held: [] })

/** One channel, to which all mails of the environment go. */
const setUp = async (to: string) => {
  const { organization, environment, admin } = await make.world()
  const { body } = await call('/ui/v1/notification-channels', {
    as: admin,
    organization,
    environment,
    body: { notification_channel: { service: 'email', value: to } },
  })
  const queue = (id: string, kind: 'opened' | 'ended') =>
    database.transaction((transaction) =>
      queueNotifications(
        transaction,
        { id, environmentId: environment.id, channelIds: null },
        kind,
      ),
    )
  const open = async (description: string, severity: 'warning' | 'alert' = 'alert') => {
    const id = await insertIncident(database, environment, { description, severity })
    await queue(id, 'opened')
    return id
  }
  const end = async (id: string) => {
    await setEnded(database, id)
    await queue(id, 'ended')
  }
  const rowsOf = async (ids: readonly string[]) => {
    const rows = await Promise.all(
      ids.map((id) => readRows(database, 'notifications', { incident_id: id })),
    )
    return rows.flat()
  }
  const sent = async (ids: readonly string[]) =>
    (await rowsOf(ids)).filter(({ status }) => status === 'sent').length
  const received = async () => (await mails()).filter((mail) => mail.to === to)
  return { channelId: body.data.id as string, open, end, rowsOf, sent, received }
}

test('from the sixth mail in an hour on, one digest, also of what has ended before it', async () => {
  const { open, end, rowsOf, sent, received } = await setUp('digest@example.com')
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1) ids.push(await open(`Incident ${count}`))
  deliver()
  await until(async () => (await sent(ids)) === 5)
  const waiting = async () => (await rowsOf(ids)).filter(({ is_digest: isDigest }) => isDigest)
  await until(async () => (await waiting()).length === 3)
  expect(await received()).toHaveLength(5)
  await end(ids[7]!)
  clock.advance(3601)
  await until(async () => (await sent([ids[7]!])) === 2)
  const all = await received()
  const digest = all.find(({ subject }) => /^[34] messages about incidents of/.test(subject))
  for (const count of [5, 6, 7]) expect(digest?.text).toContain(`Open: Incident ${count}`)
  expect(all.map(({ text }) => text).join('\n')).toContain('Ended: Incident 7')
})

test('five mails about warnings keep a sixth waiting, but none about an alert', async () => {
  const { open, sent, received } = await setUp('severity@example.com')
  const warnings: string[] = []
  for (let count = 0; count < 6; count += 1)
    warnings.push(await open(`Warning ${count}`, 'warning'))
  deliver()
  await until(async () => (await sent(warnings)) === 5)
  const alerts: string[] = []
  for (let count = 0; count < 6; count += 1) alerts.push(await open(`Alert ${count}`))
  await until(async () => (await sent(alerts)) === 5)
  expect(await sent(warnings)).toBe(5)
  // An hour later everything has come, and nothing twice.
  clock.advance(3601)
  await until(async () => (await sent([...warnings, ...alerts])) === 12)
  const text = (await received()).map((mail) => mail.text).join('\n')
  for (const word of ['Warning', 'Alert'])
    for (let count = 0; count < 6; count += 1)
      expect(text.split(`Open: ${word} ${count}`)).toHaveLength(2)
})

test('another process sends no sixth mail before it is put into the digest', async () => {
  const { channelId, open, rowsOf } = await setUp('sixth@example.com')
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await open(`Incident ${count}`))
  const running = deliver()
  await until(async () => (await rowsOf([ids[5]!]))[0]!['is_digest'])
  await running.stop()
  const where = { channel_id: channelId, status: 'pending' }
  await setColumn(database, 'notifications', 'is_digest', false, where)
  await setColumn(database, 'notifications', 'next_attempt_at', new Date(0), where)
  expect(await claimNotifications(database, aClaim())).toEqual([])
  clock.advance(3601)
  expect(await claimNotifications(database, aClaim())).toMatchObject([{ channel_id: channelId }])
})
