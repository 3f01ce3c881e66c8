import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { unknownEnvironmentId } from './collector-options.ts'
import { listRejections, readLedger } from './ledger/ledger.sql.ts'
import { rebuildViews } from './views/rebuild.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
  TestSession,
} from './testing-collector.ts'
import {
  deleteView,
  readSampleTotals,
  listStoredEvents,
  listSampledSteps,
  listStoredViews,
} from './testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()
/** Nothing is watched but what its test sends. */
const quietClickhouse = await makeTestClickHouse()
/** A separate database, without the events that other tests stored with future times. */
const lonelyClickhouse = await makeTestClickHouse()

const until = async <T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> => {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await ask()
    if (isSo(answer)) return answer
    await pause(50)
  }
  throw new Error(`It never held: ${JSON.stringify(await ask())}`)
}

const ledgerOf = (environment: { id: string }) =>
  readLedger(
    { id: environment.id, clickhouse },
    { start: new Date(Date.now() - 86_400_000), end: new Date(Date.now() + 2 * 86_400_000) },
  )

const tenantOf = ({ id }: { id: string }) => ({ id, clickhouse })

describe('answers to requests', () => {
  test('the time that a beacon waited here is no part of the round trip that the next one reports', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment])
    const session = new TestSession(environment, Date.now())
    await running.send(aBeacon(session.start(), Date.now()))
    await running.send(aBeacon(session.start(), Date.now()))
    const stored = await listStoredEvents(tenantOf(environment))
    const [first] = stored
    expect(first?.round_trip_ms).toBe(20)
    // The insert gathers for 20 ms at least.
    expect(stored.at(-1)?.round_trip_ms).toBe(1)
    await running.stop()
  })

  test('a beacon is in the table when it is answered: 200, readable for every page', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment])
    const session = new TestSession(environment, Date.now())
    const answer = await running.send(aBeacon(session.start(), Date.now()))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect((await answer.text()).length).toBeLessThan(10)
    expect((await listStoredEvents(tenantOf(environment))).map(({ name }) => name)).toEqual([
      'viewstart',
      'play',
      'playing',
    ])
    await running.stop()
    expect(environment.status).toBe('views_processing')
    expect(await ledgerOf(environment)).toMatchObject({ received: 3, stored: 3, rejected: 0 })
  })

  test('whatever a request brings is answered 200 and counted', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment])
    const before = await ledgerOf({ id: unknownEnvironmentId })
    const stranger = new TestSession({ key: 'nobodys-key' }, Date.now())
    const keyless = new TestSession(null, Date.now())
    for (const body of [
      '',
      'not json',
      '{"events":[]}',
      'x'.repeat(600_000),
      aBeacon(stranger.start(), Date.now()),
      aBeacon(keyless.start(), Date.now()),
    ])
      expect((await running.send(body)).status).toBe(200)
    const session = new TestSession(environment, Date.now())
    const broken = { env_key: environment.key, event: 'hb' }
    expect(
      (await running.send(aBeacon([session.event('viewstart', Date.now()), broken], Date.now())))
        .status,
    ).toBe(200)
    // Only the environment key in it can be read.
    expect((await running.send(aBeacon([broken, broken], Date.now()))).status).toBe(200)
    const after = await ledgerOf({ id: unknownEnvironmentId })
    expect(after.rejected - before.rejected).toBe(4 + 3 + 3)
    expect(
      Object.fromEntries(after.reasons.map(({ reason, count }) => [reason, count])),
    ).toMatchObject({
      unreadable: 3,
      too_large: 1,
      unknown_environment: 6,
    })
    await running.stop()
    expect(await ledgerOf(environment)).toMatchObject({ received: 4, stored: 1, rejected: 3 })
    const [example] = await listRejections(tenantOf(environment))
    expect(example).toMatchObject({ reason: 'invalid_event' })
    const strangers = await listRejections(tenantOf({ id: unknownEnvironmentId }))
    const strange = strangers.find((each) => each.view_id === stranger.viewId)
    expect(strange).toMatchObject({ environment_key: 'nobody', player: 'Test player' })
  })

  test.each(['OPTIONS', 'HEAD', 'GET'])('%s is answered 200', async (method) => {
    const running = await startTestCollector(clickhouse, [])
    const answer = await fetch(running.url, { method })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await running.stop()
  })

  test('events without a key go to the default environment', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment], {
      defaultEnvironmentKey: environment.key,
    })
    await running.send(aBeacon(new TestSession(null, Date.now()).start(), Date.now()))
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(3)
    await running.stop()
  })

  test('past its memory the collector closes sockets and says so in the ledger', async () => {
    const environment = aCollectedEnvironment()
    const before = (await ledgerOf({ id: unknownEnvironmentId })).shedRequests
    // The views of earlier tests ended long before this time.
    const clock = new JumpingClock()
    clock.jump(7_200_000)
    const running = await startTestCollector(clickhouse, [environment], {
      memoryBytes: 64_000,
      clock,
    })
    const session = () => new TestSession(environment, Date.now()).start()
    await running.send(aBeacon(session(), Date.now()))
    const more = aBeacon([...session(), ...session(), ...session()], Date.now())
    await expect(running.send(more)).rejects.toThrow('fetch failed')
    await running.stop()
    expect((await ledgerOf({ id: unknownEnvironmentId })).shedRequests).toBe(before + 1)
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(3)
  })

  test('a view counts with what its player put into it, however few views there are', async () => {
    const environment = aCollectedEnvironment()
    // The clock does not run: on a slow machine views would be complete before the last one is sent.
    let now = Date.now() + 7_200_000
    const clock = { now: () => now }
    const running = await startTestCollector(clickhouse, [environment], {
      memoryBytes: 1_600_000,
      clock,
    })
    const talkative = () => {
      const session = new TestSession(environment, clock.now())
      const events = session.start()
      for (let at = 10; at < 60; at += 1)
        events.push(
          session.event('renditionchange', clock.now(), {
            video_source_rendition_name: `${at}`.repeat(2_000),
            video_source_codec: `${at}`.repeat(2_000),
          }),
        )
      return aBeacon(events, clock.now())
    }
    const isTaken = () =>
      running.send(talkative()).then(
        ({ status }) => status === 200,
        () => false,
      )
    const open: number[] = []
    for (let sent = 0; sent < 10; sent += 1) {
      await isTaken()
      open.push(running.collector.stats().openViews)
    }
    // Each view holds nearly a third of the memory; without the text that players send, each would count a hundredth.
    // A view may be written early while a body of unknown owner is in flight, so the sum of the views says nothing.
    expect([2, 3]).toContain(Math.max(...open))
    // Once they are complete and written, there is memory again.
    now += 120_000
    await until(
      async () => running.collector.stats().openViews,
      (open) => open === 0,
    )
    await until(isTaken, (is) => is)
    await running.stop()
  })
})

describe('once and only once', () => {
  test('retransmissions and unload duplicates are stored once, also across a restart', async () => {
    const environment = aCollectedEnvironment()
    const first = await startTestCollector(clickhouse, [environment])
    const session = new TestSession(environment, Date.now())
    const body = aBeacon(session.start(), Date.now())
    await Promise.all([first.send(body), first.send(body), first.send(body)])
    expect(await ledgerOf(environment)).toMatchObject({ duplicate: 6 })
    await first.stop()
    const second = await startTestCollector(clickhouse, [environment])
    await second.send(body)
    await second.send(aBeacon([session.event('hb', Date.now())], Date.now()))
    await second.stop()
    expect(await listStoredEvents(tenantOf(environment))).toHaveLength(4)
    expect(await ledgerOf(environment)).toMatchObject({ received: 13, stored: 4, duplicate: 9 })
  })
})

describe('the life of a view', () => {
  test('complete after a minute of silence, open again within the hour, final after it', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    const tenant = tenantOf(environment)
    const running = await startTestCollector(clickhouse, [environment], { clock })
    const session = new TestSession(environment, clock.now())
    const send = (events: Parameters<typeof aBeacon>[0]) =>
      running.send(aBeacon(events, clock.now()))
    await send(session.start())
    await pause(400)
    expect(await listStoredViews(tenant)).toEqual([])
    clock.jump(61_000)
    const [complete] = await until(
      () => listStoredViews(tenant),
      (rows) => rows.length === 1,
    )
    await expect.poll(() => environment.status).toBe('integrated')

    clock.jump(10 * 60_000)
    await send([session.event('hb', clock.now())])
    clock.jump(61_000)
    const [reopened] = await until(
      () => listStoredViews(tenant),
      ([row]) => row !== undefined && row.end !== complete?.end,
    )
    expect(await listStoredViews(tenant)).toHaveLength(1)
    expect(reopened?.view_id).toBe(session.viewId)

    clock.jump(3_601_000)
    await pause(400)
    expect((await send([session.event('hb', clock.now())])).status).toBe(200)
    await running.stop()
    expect(await listStoredEvents(tenant)).toHaveLength(4)
    const { reasons } = await readLedger(tenant, {
      start: new Date(0),
      end: new Date(clock.now() + 60_000),
    })
    expect(reasons).toContainEqual({ outcome: 'rejected', reason: 'view_final', count: 1 })
  })

  test('beacons out of order give the same row as in order', async () => {
    const environments = [aCollectedEnvironment(), aCollectedEnvironment()]
    const clock = new JumpingClock()
    const running = await startTestCollector(clickhouse, environments, { clock })
    const startedAt = clock.now()
    for (const [index, environment] of environments.entries()) {
      const session = new TestSession(environment, startedAt)
      const bodies = [
        aBeacon(session.start(), startedAt + 500),
        aBeacon([session.event('hb', startedAt + 10_000)], startedAt + 10_000),
        aBeacon([session.event('pause', startedAt + 12_000)], startedAt + 12_000),
      ]
      for (const body of index === 0 ? bodies : bodies.toReversed()) await running.send(body)
    }
    clock.jump(61_000)
    const rows = await Promise.all(
      environments.map((environment) =>
        until(
          () => listStoredViews(tenantOf(environment)),
          (found) => found.length === 1,
        ),
      ),
    )
    await running.stop()
    expect(rows[1]?.[0]?.watch_time).toBe(rows[0]?.[0]?.watch_time)
    expect(rows[0]?.[0]?.watch_time).toBeGreaterThan(0)
  })

  // These wait for steps of five real seconds, and do so at once.
  test.concurrent('samples say what a running view does', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(clickhouse, [environment])
    const session = new TestSession(environment, Date.now())
    await running.send(aBeacon(session.start(), Date.now()))
    const totals = await until(
      () => readSampleTotals(tenantOf(environment)),
      ({ steps }) => steps >= 1,
    )
    await running.stop()
    expect(totals).toMatchObject({ started: 1 })
  })

  test.concurrent('a step is noted after its samples, and also when nobody watched', async () => {
    const environment = aCollectedEnvironment()
    const running = await startTestCollector(quietClickhouse, [environment])
    const noted = () => listSampledSteps(quietClickhouse)
    const quiet = await until(noted, ({ length }) => length > 0)
    expect(quiet.map(({ samples }) => samples)).toEqual([0])
    await running.send(aBeacon(new TestSession(environment, Date.now()).start(), Date.now()))
    const watched = await until(noted, (steps) => steps.some(({ samples }) => samples > 0))
    await running.stop()
    expect(watched.at(-1)).toMatchObject({ samples: 1 })
  })

  test.concurrent('half way through each step there is a sample of its first half, and the whole says it again', async () => {
    const environment = aCollectedEnvironment()
    const tenant = tenantOf(environment)
    const running = await startTestCollector(clickhouse, [environment])
    const session = new TestSession(environment, Date.now())
    await running.send(aBeacon(session.start(), Date.now()))
    const early = await until(
      () => readSampleTotals(tenant, 'early_samples'),
      ({ steps }) => steps >= 2,
    )
    const whole = await until(
      () => readSampleTotals(tenant),
      ({ steps }) => steps >= 2,
    )
    await running.stop()
    expect(whole.started).toBe(1)
    // A busy machine is late with the first half, but never as late as the whole.
    expect(early.watch_ms).toBeLessThan(early.steps * 4_900)
    expect(whole.watch_ms).toBeGreaterThan((whole.steps - 1) * 4_900)
  })

  test.concurrent('samples of a view that goes on after a restart do not repeat its past', async () => {
    const environment = aCollectedEnvironment()
    const tenant = tenantOf(environment)
    const clock = new JumpingClock()
    const first = await startTestCollector(clickhouse, [environment], { clock })
    const session = new TestSession(environment, clock.now())
    await first.send(aBeacon(session.start(), clock.now()))
    const before = await until(
      () => readSampleTotals(tenant),
      ({ steps }) => steps >= 1,
    )
    await first.stop()
    clock.jump(120_000)
    const second = await startTestCollector(clickhouse, [environment], { clock })
    await second.send(aBeacon([session.event('hb', clock.now())], clock.now()))
    const after = await until(
      () => readSampleTotals(tenant),
      ({ steps }) => steps > before.steps,
    )
    await second.stop()
    expect(after.started).toBe(1)
    expect(after.watch_ms - before.watch_ms).toBeLessThan(80_000)
  })
})

describe('made again', () => {
  test('a view that became complete while the collector was down is written at the start', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    const tenant = { id: environment.id, clickhouse: lonelyClickhouse }
    const first = await startTestCollector(lonelyClickhouse, [environment], { clock })
    await first.send(aBeacon(new TestSession(environment, clock.now()).start(), clock.now()))
    await first.stop()
    expect(await listStoredViews(tenant)).toEqual([])
    clock.jump(5 * 3_600_000)
    const second = await startTestCollector(lonelyClickhouse, [environment], { clock })
    expect(await listStoredViews(tenant)).toHaveLength(1)
    await second.stop()
  })

  test('a rebuild changes nothing that is right, and brings back what is missing', async () => {
    const environment = aCollectedEnvironment()
    const clock = new JumpingClock()
    const tenant = tenantOf(environment)
    const running = await startTestCollector(clickhouse, [environment], { clock })
    const sessions = [1, 2, 3].map(() => new TestSession(environment, clock.now()))
    for (const session of sessions) await running.send(aBeacon(session.start(), clock.now()))
    clock.jump(61_000)
    await until(
      () => listStoredViews(tenant),
      (rows) => rows.length === 3,
    )
    await running.stop()
    clock.jump(2 * 3_600_000)
    const rebuild = () =>
      rebuildViews({
        clickhouse,
        directory: aDirectory([environment]),
        now: clock.now,
        environmentId: environment.id,
      })
    const before = await listStoredViews(tenant)
    expect(await rebuild()).toEqual({ views: 3, unchanged: 3, written: 0, removed: 0 })
    expect(await listStoredViews(tenant)).toEqual(before)
    await deleteView(tenant, sessions[0]?.viewId ?? '')
    expect(await rebuild()).toEqual({ views: 3, unchanged: 2, written: 1, removed: 0 })
    const again = await listStoredViews(tenant)
    const anyVersion = before.map((row) => ({ ...row, version: expect.any(Number) }))
    expect(again).toEqual(anyVersion)
  })
})
