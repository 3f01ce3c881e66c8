import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { groupBy } from '@playhead/domain/group-by.ts'
import { startHttpReceiver } from '@playhead/server-kit/messages/testing-receivers.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { insertIncident } from '@playhead/testing/rows/incident-rows.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { notificationsServer, queueNotifications } from '../index.ts'
import { setEnded, setLeasesOver } from './testing-incidents.sql.ts'

const receiver = await startHttpReceiver()
const settings = {
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
  PLAYHEAD_PAGERDUTY_URL: receiver.url('/pager'),
}
const { app, call, database, dataFolder } = await startTestApp(
  [alertsServer, incidentsServer, notificationsServer],
  { settings },
)
const make = aFactory(database)
const vaultKey = randomBytes(32)
// Both programs seal with the same key.
Object.assign(app, { vault: new Vault(vaultKey) })

type Program = ChildProcessByStdio<null, Readable, null>

let running: Program | undefined
afterAll(() => {
  running?.kill('SIGKILL')
  return receiver.close()
})

const startProgram = async (): Promise<Program> => {
  const script = join(import.meta.dirname, 'testing-delivery-program.ts')
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      script,
      database.url,
      vaultKey.toString('hex'),
      dataFolder,
      receiver.url('/pager'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(createInterface({ input: child.stdout }), 'line')
  running = child
  return child
}

const killProgram = async (child: Program) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  // What 20 seconds would do: the dead program holds its rows until then.
  await setLeasesOver(database)
}

const setUp = async () => {
  const { organization, environment, admin } = await make.world()
  for (const [service, value] of [
    ['webhook', receiver.url('/hook')],
    ['pagerduty', 'R0UT1NGKEY'],
  ]) {
    const { status } = await call('/ui/v1/notification-channels', {
      as: admin,
      organization,
      environment,
      body: { notification_channel: { service, value } },
    })
    expect(status).toBe(201)
  }
  const queue = (id: string, kind: 'opened' | 'ended') =>
    database.transaction((transaction) =>
      queueNotifications(
        transaction,
        { id, environmentId: environment.id, channelIds: null },
        kind,
      ),
    )
  const open = async () => {
    const id = await insertIncident(database, environment, {
      started_at: new Date().toISOString(),
    })
    await queue(id, 'opened')
    return id
  }
  const end = async (id: string) => {
    await setEnded(database, id)
    await queue(id, 'ended')
  }
  const rows = async () =>
    (await readRows(database, 'notifications')).map((row) => ({
      id: String(row['id']),
      incident: String(row['incident_id']),
      channel: String(row['channel_id']),
      kind: String(row['kind']),
      status: String(row['status']),
    }))
  return { open, end, rows }
}

/** Resolves when the next message has arrived, before it is answered. */
const nextArrival = () =>
  new Promise<void>((resolve) => {
    receiver.answerWith(() => {
      receiver.answerWith((response) => response.writeHead(202).end())
      resolve()
    })
  })

const bodiesAt = (path: string) =>
  receiver.at(path).map(({ body }) => JSON.parse(body) as Record<string, unknown>)

test('a program that is killed at any moment loses no notification, and what it repeats has the same id', async () => {
  const { open, end, rows } = await setUp()
  const kills = howMany('kills of the delivery', { usual: 2, long: 5, release: 50 })
  const sent = async () => (await rows()).every(({ status }) => status !== 'pending')
  let program = await startProgram()
  let repeated = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const isOnArrival = kill % 2 === 0
    // The worst moment: the receiver has the message, and the program does not know.
    const arrived = isOnArrival ? nextArrival() : pause(Math.random() * 60)
    if (isOnArrival) repeated += 1
    const [first, second] = await Promise.all([open(), open(), open()])
    const ending = end(first)
    await arrived
    await killProgram(program)
    await ending
    program = await startProgram()
    await end(second)
  }
  await expect.poll(sent, { interval: 50, timeout: 60_000 }).toBe(true)
  await killProgram(program)

  const known = await rows()
  const pager = (await readRows(database, 'notification_channels', { service: 'pagerduty' })).map(
    ({ id }) => String(id),
  )
  const events = groupBy(bodiesAt('/hook'), ({ id }) => String(id))
  const pages = groupBy(bodiesAt('/pager/v2/enqueue'), ({ dedup_key: key }) => String(key))
  const arrivals = bodiesAt('/hook').length + bodiesAt('/pager/v2/enqueue').length
  const sentRows = known.filter(({ status }) => status === 'sent')
  expect(arrivals).toBeGreaterThanOrEqual(sentRows.length + repeated)
  const kindsOf = (incident: string, isPager: boolean) =>
    isPager
      ? (pages.get(`playhead-${incident}`) ?? []).map(({ event_action: action }) => action)
      : [...events.values()]
          .filter(([body]) => (body!['object'] as { id: string }).id === incident)
          .map(([body]) => body!['type'])
  // A repetition has the id of the first, and is about the same.
  for (const repeats of events.values()) {
    const about = repeats.map(({ type, object }) => ({ type, object }))
    expect(about).toEqual(about.map(() => about[0]))
  }
  const hooks = sentRows.filter(({ channel }) => !pager.includes(channel))
  expect(new Set(events.keys())).toEqual(new Set(hooks.map(({ id }) => id)))
  for (const { incident, channel, kind, status } of known) {
    const isPager = pager.includes(channel)
    const kinds = kindsOf(incident, isPager)
    const [opened, ended] = isPager
      ? ['trigger', 'resolve']
      : ['data.incident.opened', 'data.incident.ended']
    // Told whole or not at all: a pager whose end was dropped would ring for good.
    const others = known.filter((one) => one.incident === incident && one.channel === channel)
    expect(others.map((one) => one.status)).toEqual(others.map(() => status))
    // What was dropped ended before its beginning was sent: nothing of it arrived.
    expect({ status, has: kinds.includes(kind === 'opened' ? opened : ended) }).toEqual(
      status === 'sent' ? { status, has: true } : { status: 'dropped', has: false },
    )
    expect(kinds.length === 0 || kinds[0] === opened, kinds.join()).toBe(true)
  }
})
