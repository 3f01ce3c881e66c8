import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { rebuildViews } from './rebuild.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
  TestSession,
} from '../testing-collector.ts'
import {
  deleteFirstEvents,
  deleteView,
  insertLaterEnd,
  listStoredViews,
} from '../testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()

test('a view whose first events are no longer kept stays as it is', async () => {
  const environment = aCollectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const running = await startTestCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(aBeacon(session.start(), clock.now()))
  clock.jump(30_000)
  const later = session.event('hb', clock.now())
  await running.send(aBeacon([later], clock.now()))
  clock.jump(61_000)
  await expect.poll(() => listStoredViews(tenant)).toHaveLength(1)
  await running.stop()
  const before = await listStoredViews(tenant)

  clock.jump(14 * 86_400_000)
  await deleteFirstEvents(tenant, session.viewId, later.view_sequence_number)
  const directory = aDirectory([environment])
  expect(
    await rebuildViews({ clickhouse, directory, now: clock.now, environmentId: environment.id }),
  ).toEqual({ views: 1, unchanged: 1, written: 0, removed: 0 })
  expect(await listStoredViews(tenant)).toEqual(before)
})

test('a view that can still go on keeps the end under which the collector knows its row', async () => {
  const environment = aCollectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const first = await startTestCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  const beginning = aBeacon(session.start(), clock.now())
  await first.send(beginning)
  clock.jump(61_000)
  await expect.poll(() => listStoredViews(tenant)).toHaveLength(1)
  await first.stop()
  await insertLaterEnd(tenant, session.viewId)

  const second = await startTestCollector(clickhouse, [environment], { clock })
  // A repeated beacon: the collector reads the view and stores nothing.
  await second.send(beginning)
  const rebuild = () =>
    rebuildViews({
      clickhouse,
      directory: aDirectory([environment]),
      now: clock.now,
      environmentId: environment.id,
    })
  await rebuild()
  const [{ version } = { version: 0 }] = await listStoredViews(tenant)
  await second.send(aBeacon([session.event('hb', clock.now())], clock.now()))
  clock.jump(61_000)
  const newest = async () => Math.max(...(await listStoredViews(tenant)).map((row) => row.version))
  await expect.poll(newest).toBeGreaterThan(version + 30_000)
  await second.stop()
  expect(await listStoredViews(tenant)).toHaveLength(1)

  await insertLaterEnd(tenant, session.viewId)
  clock.jump(2 * 3_600_000)
  expect(await rebuild()).toEqual({ views: 1, unchanged: 0, written: 1, removed: 1 })
})

test('a view whose time is over does not come back', async () => {
  const environment = aCollectedEnvironment({ retentionDays: 7 })
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  clock.jump(-8 * 86_400_000)
  const running = await startTestCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(aBeacon(session.start(), clock.now()))
  clock.jump(61_000)
  await expect.poll(() => running.collector.stats().openViews).toBe(0)
  await running.stop()
  await deleteView(tenant, session.viewId)

  clock.jump(8 * 86_400_000)
  const directory = aDirectory([environment])
  expect(
    await rebuildViews({ clickhouse, directory, now: clock.now, environmentId: environment.id }),
  ).toMatchObject({ written: 0 })
  expect(await listStoredViews(tenant)).toEqual([])
})
