import { connect as connectSocket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  JumpingClock,
  startTestCollector,
  type RunningCollector,
  TestSession,
} from '../testing-collector.ts'
import { listStoredEvents, listStoredViews } from '../testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()
const memoryBytes = 16 * 2 ** 20
const tenantOf = ({ id }: { id: string }) => ({ id, clickhouse })

let starts = 0

const start = async (
  environments: ReturnType<typeof aCollectedEnvironment>[],
  bytes = memoryBytes,
) => {
  // The views of earlier tests ended long before this time.
  const clock = new JumpingClock()
  starts += 1
  clock.jump(starts * 7_200_000)
  const running = await startTestCollector(clickhouse, environments, { memoryBytes: bytes, clock })
  onTestFinished(() => running.stop())
  return { running, clock }
}

const send = (running: RunningCollector, body: string, address = '203.0.113.7') =>
  fetch(running.url, { method: 'POST', body, headers: { 'x-address': address } }).then(
    ({ status }) => status,
    () => 'closed',
  )

/** Half a megabyte with many views, each of which stays in memory for a minute. */
const fatBeacon = (environment: { key: string }, at: number) => {
  const sessions = Array.from({ length: 90 }, () => new TestSession(environment, at))
  const more = { custom_1: 'x'.repeat(4_000) }
  return aBeacon(
    sessions.flatMap((session) => [
      session.event('viewstart', at, more),
      session.event('play', at),
    ]),
    at,
  )
}

/** Sends repeatedly until it is stopped; returns the results. */
const flood = (times: number, sendOne: () => Promise<unknown>) => {
  const over = new AbortController()
  const answers: unknown[] = []
  const senders = Array.from({ length: times }, async () => {
    while (!over.signal.aborted) answers.push(await sendOne())
  })
  return {
    answers,
    end: async () => {
      over.abort()
      await Promise.all(senders)
    },
  }
}

const visits = howMany('visits', { usual: 3, long: 10 })

/** Traffic of a small site: a few viewers at a time, each with a new view. */
const visit = async (running: RunningCollector, environment: { key: string }, at: number) => {
  const answers: unknown[] = []
  for (let round = 0; round < visits; round += 1) {
    const bodies = Array.from({ length: 12 }, () =>
      aBeacon(new TestSession(environment, at).start(), at),
    )
    answers.push(...(await Promise.all(bodies.map((body) => send(running, body)))))
  }
  return answers
}

describe('one key that fills the memory', () => {
  test('costs no other key a beacon, though both come from one address', async () => {
    const [greedy, modest] = [aCollectedEnvironment(), aCollectedEnvironment()]
    const { running, clock } = await start([greedy, modest])
    const fat = fatBeacon(greedy, clock.now())
    const flooding = flood(35, () => send(running, fatBeacon(greedy, clock.now())))
    await expect.poll(() => flooding.answers.includes('closed')).toBe(true)
    const answers = await visit(running, modest, clock.now())
    await flooding.end()
    expect(fat.length).toBeGreaterThan(400_000)
    expect(answers).toEqual(answers.map(() => 200))
    expect(await listStoredEvents(tenantOf(modest))).toHaveLength(3 * answers.length)
    expect(flooding.answers).toContain(200)
  })

  test('may use nearly all of it while it is alone', async () => {
    const greedy = aCollectedEnvironment()
    const { running, clock } = await start([greedy])
    let taken = 0
    // Each view counts as 16 KiB.
    while ((await send(running, fatBeacon(greedy, clock.now()))) === 200) taken += 90
    expect(taken * 16 * 1024).toBeGreaterThan(memoryBytes * 0.7)
    expect(running.collector.stats().openViews).toBe(taken)
  })

  test('has its oldest views written for others to have room, and they are right when they go on', async () => {
    const [greedy, modest] = [aCollectedEnvironment(), aCollectedEnvironment()]
    const { running, clock } = await start([greedy, modest], 4 * 2 ** 20)
    const comeIn = async (sessions: readonly TestSession[]) => {
      for (let at = 0; at < sessions.length; at += 10) {
        const some = sessions.slice(at, at + 10)
        const bodies = some.map((session) => aBeacon(session.start(), clock.now()))
        const answers = await Promise.all(bodies.map((body) => send(running, body)))
        expect(answers).toEqual(some.map(() => 200))
      }
    }
    const views = Array.from({ length: 160 }, () => new TestSession(greedy, clock.now()))
    await comeIn(views)
    await comeIn(Array.from({ length: 80 }, () => new TestSession(modest, clock.now())))
    await expect
      .poll(async () => (await listStoredViews(tenantOf(greedy))).length)
      .toBeGreaterThan(0)
    const [written] = await listStoredViews(tenantOf(greedy))
    const early = views.find((view) => view.viewId === written?.view_id)
    expect(views.indexOf(early!)).toBeLessThan(100)
    await expect
      .poll(() => send(running, aBeacon([early!.event('hb', clock.now() + 10_000)], clock.now())))
      .toBe(200)
    clock.jump(120_000)
    await expect.poll(async () => (await listStoredViews(tenantOf(greedy))).length).toBe(160)
    const watchedOf = async () =>
      (await listStoredViews(tenantOf(greedy))).find((row) => row.view_id === early?.viewId)
        ?.watch_time
    await expect.poll(watchedOf).toBeGreaterThan(written?.watch_time ?? 0)
  })
})

describe('bodies of unknown environments', () => {
  const begin = (running: RunningCollector, address: string, bytes: number, start = '') => {
    const socket = connectSocket(Number(new URL(running.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let isClosed = false
    socket.on('error', () => {})
    socket.on('close', () => (isClosed = true))
    socket.resume()
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\nx-address: ${address}\r\ncontent-length: 500000\r\n\r\n${start}${'x'.repeat(bytes)}`,
    )
    return { isClosed: () => isClosed }
  }

  test('that never end cost known keys and other networks no beacon', async () => {
    const modest = aCollectedEnvironment()
    const { running, clock } = await start([modest], 8 * 2 ** 20)
    const slow = Array.from({ length: 30 }, () => begin(running, '198.51.100.1', 400_000))
    await expect.poll(() => slow.some(({ isClosed }) => isClosed())).toBe(true)
    const answers = await visit(running, modest, clock.now())
    expect(answers).toEqual(answers.map(() => 200))
    const other = begin(running, '198.51.100.2', 100_000)
    const stranger = aBeacon(new TestSession({ key: 'unheard' }, clock.now()).start(), clock.now())
    for (const address of ['198.51.100.3', '2001:db8:1:2::3'])
      expect(await send(running, stranger, address)).toBe(200)
    expect(other.isClosed()).toBe(false)
    expect(running.collector.stats().heldBytes).toBeLessThan(8 * 2 ** 20)
  })

  test('are the first to give way when a network has many of them', async () => {
    const { running } = await start([], 2 ** 20)
    const [many, few] = ['2001:db8:1:2:', '2001:db8:1:3:']
    const patient = begin(running, `${few}:1`, 100_000)
    await expect.poll(() => running.collector.stats().heldBytes).toBeGreaterThan(100_000)
    const flooding = Array.from({ length: 20 }, (_, at) => begin(running, `${many}:${at}`, 100_000))
    await expect.poll(() => flooding.filter(({ isClosed }) => isClosed()).length).toBeGreaterThan(9)
    expect(patient.isClosed()).toBe(false)
  })

  test('do not displace a body whose first piece has the key of an environment', async () => {
    const modest = aCollectedEnvironment()
    const { running } = await start([modest], 2 ** 20)
    const network = '198.51.100.1'
    const firstPiece = `{"events":[{"ake":"${modest.key}"`
    const heldBytes = () => running.collector.stats().heldBytes
    // The largest request of the network would be dropped first.
    const unheard = begin(running, network, 200_000, firstPiece)
    await expect.poll(heldBytes).toBeGreaterThan(200_000)
    const heard = begin(running, network, 200_000, firstPiece)
    await expect.poll(heldBytes).toBeGreaterThan(400_000)
    const flooding = Array.from({ length: 20 }, () => begin(running, network, 100_000))
    await expect.poll(() => flooding.filter(({ isClosed }) => isClosed()).length).toBeGreaterThan(9)
    expect([unheard.isClosed(), heard.isClosed()]).toEqual([false, false])
  })
})
