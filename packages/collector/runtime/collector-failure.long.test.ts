import { connect as connectSocket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { settlesWithin } from '@playhead/domain/awake-pause.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readLedger } from './ledger/ledger.sql.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
  TestSession,
} from './testing-collector.ts'
import { startGate } from './testing-gate.ts'
import {
  setRefusedName,
  setTableName,
  readSampleTotals,
  listStoredEvents,
  listStoredViews,
} from './testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()
const gate = await startGate(clickhouse)

const tenantOf = ({ id }: { id: string }) => ({ id, clickhouse })

const ledgerOf = (environment: { id: string }) =>
  readLedger(tenantOf(environment), { start: new Date(0), end: new Date(Date.now() + 86_400_000) })

const until = async (isSo: () => Promise<boolean> | boolean) => {
  await expect.poll(isSo).toBe(true)
}

const start = (session: TestSession) => aBeacon(session.start(), Date.now())

describe('an engine that refuses rows', () => {
  test('an event that can never be stored is counted as such and costs no other event anything', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    await setRefusedName(clickhouse, 'events', 'name', 'poison')
    const running = await startTestCollector(clickhouse, [environment], {
      clock,
      expected: /cannot be stored/,
    })
    const sessions = Array.from({ length: 20 }, () => new TestSession(environment, Date.now()))
    const answers = await Promise.all(
      sessions.map((session, index) => {
        const events = session.start()
        if (index % 7 === 3) events.push(session.event('poison', Date.now()))
        return running.send(aBeacon(events, Date.now()))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(sessions.map(() => 200))
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(60)
    // Stored events may be counted a moment after their request was answered.
    await expect
      .poll(() => ledgerOf(environment))
      .toMatchObject({ received: 63, stored: 60, rejected: 3 })
    clock.jump(61_000)
    await until(async () => (await listStoredViews(tenantOf(environment))).length === 20)
    await running.stop()
  })

  test('a view that can never be stored leaves the others theirs', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    const running = await startTestCollector(clickhouse, [environment], {
      clock,
      expected: /cannot be stored/,
    })
    const sessions = [1, 2, 3, 4, 5].map(() => new TestSession(environment, Date.now()))
    await setRefusedName(clickhouse, 'views', 'view_id', sessions[2]?.viewId ?? '')
    await Promise.all(sessions.map((session) => running.send(start(session))))
    clock.jump(61_000)
    await until(async () => (await listStoredViews(tenantOf(environment))).length === 4)
    await running.stop()
    const written = (await listStoredViews(tenantOf(environment))).map((row) => row.view_id)
    expect(written).not.toContain(sessions[2]?.viewId)
  })

  test('while the table takes nothing requests wait, and are answered as soon as it does', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment])
    await setTableName(clickhouse, 'events', 'events_away')
    const answers = [1, 2, 3].map(() =>
      running.send(start(new TestSession(environment, Date.now()))),
    )
    await until(() => running.warnings.length > 0)
    await setTableName(clickhouse, 'events_away', 'events')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    await running.stop()
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(9)
    expect(await ledgerOf(environment)).toMatchObject({ received: 9, stored: 9 })
  })
})

describe('an engine that does not answer', () => {
  test.each(['deaf', 'late'] as const)(
    'an insert whose answer gets lost (%s) is stored once',
    async (mode) => {
      const environment = aCollectedEnvironment()
      const running = await startTestCollector(gate.clickhouse, [environment])
      const session = new TestSession(environment, Date.now())
      await running.send(start(session))
      gate.set(mode)
      const answers = [1, 2, 3].map(() =>
        running.send(aBeacon([session.event('hb', Date.now())], Date.now())),
      )
      await gate.whenCut()
      gate.set('open')
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
      await gate.deliverLate()
      await running.stop()
      expect(await listStoredEvents(tenantOf(environment))).toHaveLength(6)
      expect(await ledgerOf(environment)).toMatchObject({ received: 6, stored: 6 })
    },
  )

  test('a view that cannot be looked up is not taken for a new one, however long that lasts', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    const first = await startTestCollector(gate.clickhouse, [environment], { clock })
    const session = new TestSession(environment, Date.now())
    const body = start(session)
    await first.send(body)
    await first.stop()
    clock.jump(70_000)
    const second = await startTestCollector(gate.clickhouse, [environment], { clock })
    gate.set('shut')
    const next = aBeacon([session.event('hb', clock.now())], clock.now())
    const early = [second.send(body), second.send(next)].map((answer) =>
      answer.then(
        () => 'answered',
        () => 'closed',
      ),
    )
    await until(() => second.collector.stats().waitingRequests === 2)
    clock.jump(16_000)
    expect(await Promise.all(early)).toEqual(['closed', 'closed'])
    const late = [second.send(body), second.send(next)]
    await until(() => second.collector.stats().waitingRequests === 2)
    const warned = second.warnings.length
    await until(() => second.warnings.length > warned)
    gate.set('open')
    for (const answer of await Promise.all(late)) expect(answer.status).toBe(200)
    await second.stop()
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(4)
    expect(second.collector.stats().heldBytes).toBe(0)
  })

  test('samples of the steps without it are written late', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(gate.clickhouse, [environment])
    await running.send(start(new TestSession(environment, Date.now())))
    gate.set('shut')
    await until(() => running.warnings.includes('samples could not be written yet'))
    gate.set('open')
    await until(async () => (await readSampleTotals(tenantOf(environment))).steps >= 1)
    await running.stop()
    expect(await readSampleTotals(tenantOf(environment))).toMatchObject({ started: 1 })
  })

  test('a stop ends in seconds though nothing answers', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(gate.clickhouse, [environment])
    await running.send(start(new TestSession(environment, Date.now())))
    gate.set('frozen')
    const answer = running.send(start(new TestSession(environment, Date.now()))).then(
      () => 'answered',
      () => 'closed',
    )
    await gate.whenAsked()
    // Twice the usual, in time in which this process ran: a busy machine may be late.
    expect(await settlesWithin(pause, running.stop(), 10_000)).toBe(true)
    expect(await answer).toBe('closed')
    gate.set('shut')
    gate.set('open')
  })
})

test('known environments are served while their database is away', async () => {
  const environment = aCollectedEnvironment()
  const known = aDirectory([environment])
  let isAway = false
  const refused: string[] = []
  const clock = new JumpingClock()
  const running = await startTestCollector(clickhouse, [environment], {
    clock,
    directory: {
      ...known,
      findByKeys: async (keys) => {
        if (isAway) {
          refused.push(...keys)
          throw new Error('away')
        }
        return known.findByKeys(keys)
      },
    },
  })
  await running.send(start(new TestSession(environment, Date.now())))
  isAway = true
  clock.jump(15_000)
  for (let round = 0; round < 2; round += 1) {
    expect((await running.send(start(new TestSession(environment, Date.now())))).status).toBe(200)
    clock.jump(11_000)
  }
  const stranger = running.send(start(new TestSession({ key: 'unheard' }, Date.now()))).then(
    () => 'answered',
    () => 'closed',
  )
  await until(() => refused.includes('unheard'))
  clock.jump(16_000)
  expect(await stranger).toBe('closed')
  await running.stop()
  expect(await listStoredEvents(tenantOf(environment))).toHaveLength(9)
})

test('a start in the last step of a run is counted by the next run', async () => {
  const environment = aCollectedEnvironment()
  const first = await startTestCollector(clickhouse, [environment])
  await first.send(start(new TestSession(environment, Date.now())))
  await first.stop()
  const second = await startTestCollector(clickhouse, [environment])
  await until(async () => (await readSampleTotals(tenantOf(environment))).steps >= 1)
  await second.stop()
  expect(await readSampleTotals(tenantOf(environment))).toMatchObject({ started: 1 })
})

describe('players that do not finish', () => {
  const begin = (url: string) => {
    const socket = connectSocket(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500000\r\n\r\n{"events":[')
    return socket
  }

  // It waits for half a minute, which the collector gives a body.
  test.runIf(isLongRun())(
    'a body that never ends holds what has come of it, and not for ever',
    async () => {
      const clock = new JumpingClock()
      const running = await startTestCollector(clickhouse, [], { clock })
      const sockets = Array.from({ length: 50 }, () => begin(running.url))
      await until(() => running.collector.stats().heldBytes > 50 * 1000)
      expect(running.collector.stats().heldBytes).toBeLessThan(50 * 20_000)
      const closed = Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      )
      clock.jump(31_000)
      await closed
      expect(running.collector.stats().heldBytes).toBe(0)
      await running.stop()
    },
  )

  test('bodies that grow at once stay below the memory together', async () => {
    const memoryBytes = 1_000_000
    // The views of earlier tests ended long before this time.
    const clock = new JumpingClock()
    clock.jump(7_200_000)
    const running = await startTestCollector(clickhouse, [], { memoryBytes, clock })
    const sockets = Array.from({ length: 40 }, () => begin(running.url))
    await until(() => running.collector.stats().heldBytes > 40 * 16_000)
    let most = 0
    let closed = 0
    for (const socket of sockets) {
      socket.once('close', () => (closed += 1))
      socket.write('x'.repeat(400_000))
    }
    await until(() => {
      most = Math.max(most, running.collector.stats().heldBytes)
      return closed > 30
    })
    expect(most).toBeLessThan(memoryBytes + 2 * 512 * 1024)
    // The collector counts a connection when it closes it; the client notices later.
    await until(() => running.collector.stats().shedRequests === closed)
    for (const socket of sockets) socket.destroy()
    await running.stop()
  })

  test('a request that is broken off leaves nothing behind', async () => {
    const running = await startTestCollector(clickhouse, [])
    const sockets = Array.from({ length: 50 }, () => begin(running.url))
    await until(() => running.collector.stats().heldBytes > 50 * 1000)
    for (const socket of sockets) socket.destroy()
    await until(() => running.collector.stats().heldBytes === 0)
    expect(running.collector.stats().waitingRequests).toBe(0)
    await running.stop()
  })
})
