import { expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { countRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer, queueNotifications } from '../index.ts'
import { deleteChannel, lockChannel } from '../notification-channels.sql.ts'
import { claimNotifications, endAttempt } from './claim.sql.ts'

const { app, call, clock, database } = await startTestApp([
  alertsServer,
  incidentsServer,
  notificationsServer,
])
const make = aFactory(database)

test('a channel that is deleted while an attempt ends is gone, and neither waits for the other', async () => {
  const { organization, environment, admin } = await make.world()
  const made = await call('/ui/v1/notification-channels', {
    as: admin,
    organization,
    environment,
    body: { notification_channel: { service: 'pagerduty', value: 'R0UT1NGKEY' } },
  })
  const channelId = made.body.data.id as string
  const incident = await insertIncident(database, environment)
  await database.transaction((transaction) =>
    queueNotifications(
      transaction,
      { id: incident, environmentId: environment.id, channelIds: null },
      'opened',
    ),
  )
  const now = clock.now()
  const [claimed] = await claimNotifications(database, {
    now,
    leaseSeconds: 60,
    total: 5,
    perReceiver: 4,
    held: [],
  })
  const { id, attempts } = claimed!
  let ending: ReturnType<typeof endAttempt> | undefined
  await database.transaction(async (transaction) => {
    const tenant = { ...environment, postgres: transaction, clickhouse: app.clickhouse }
    await lockChannel(tenant, channelId)
    ending = endAttempt(database, {
      channelId,
      isDelivered: true,
      error: null,
      mayHaveArrived: false,
      startedAt: now,
      rows: [{ id, attempts, status: 'sent', nextAttemptAt: now }],
    })
    await expect.poll(() => countWaiting(database), { interval: 20 }).toBeGreaterThan(0)
    await deleteChannel(tenant, channelId)
  })
  expect(await ending).toBeUndefined()
  expect(await countRows(database, 'notifications', { channel_id: channelId })).toBe(0)
})
