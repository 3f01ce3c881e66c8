import { expect, test } from 'vitest'
import { testClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { rebuildViews } from './rebuild.ts'
import {
  beacon,
  collectedEnvironment,
  directoryOf,
  JumpingClock,
  runCollector,
  TestSession,
} from '../testing-collector.ts'
import { deleteFirstEvents, deleteView, moveEnd, storedViews } from '../testing-rows.sql.ts'

const clickhouse = await testClickHouse()

test('a view whose first events are no longer kept stays as it is', async () => {
  const environment = collectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const running = await runCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(beacon(session.start(), clock.now()))
  clock.jump(30_000)
  const later = session.event('hb', clock.now())
  await running.send(beacon([later], clock.now()))
  clock.jump(61_000)
  await expect.poll(() => storedViews(tenant)).toHaveLength(1)
  await running.stop()
  const before = await storedViews(tenant)

  clock.jump(14 * 86_400_000)
  await deleteFirstEvents(tenant, session.viewId, later.view_sequence_number)
  const directory = directoryOf([environment])
  expect(
    await rebuildViews({ clickhouse, directory, now: clock.now, environmentId: environment.id }),
  ).toEqual({ views: 1, unchanged: 1, written: 0, removed: 0 })
  expect(await storedViews(tenant)).toEqual(before)
})

test('a view that can still go on keeps the end under which the collector knows its row', async () => {
  const environment = collectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const first = await runCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  const beginning = beacon(session.start(), clock.now())
  await first.send(beginning)
  clock.jump(61_000)
  await expect.poll(() => storedViews(tenant)).toHaveLength(1)
  await first.stop()
  await moveEnd(tenant, session.viewId)

  const second = await runCollector(clickhouse, [environment], { clock })
  // A repeated beacon: the collector reads the view and stores nothing.
  await second.send(beginning)
  const rebuild = () =>
    rebuildViews({
      clickhouse,
      directory: directoryOf([environment]),
      now: clock.now,
      environmentId: environment.id,
    })
  await rebuild()
  const [{ version } = { version: 0 }] = await storedViews(tenant)
  await second.send(beacon([session.event('hb', clock.now())], clock.now()))
  clock.jump(61_000)
  const newest = async () => Math.max(...(await storedViews(tenant)).map((row) => row.version))
  await expect.poll(newest).toBeGreaterThan(version + 30_000)
  await second.stop()
  expect(await storedViews(tenant)).toHaveLength(1)

  await moveEnd(tenant, session.viewId)
  clock.jump(2 * 3_600_000)
  expect(await rebuild()).toEqual({ views: 1, unchanged: 0, written: 1, removed: 1 })
})

test('a view whose time is over does not come back', async () => {
  const environment = collectedEnvironment({ retentionDays: 7 })
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  clock.jump(-8 * 86_400_000)
  const running = await runCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(beacon(session.start(), clock.now()))
  clock.jump(61_000)
  await expect.poll(() => running.collector.stats().openViews).toBe(0)
  await running.stop()
  await deleteView(tenant, session.viewId)

  clock.jump(8 * 86_400_000)
  const directory = directoryOf([environment])
  expect(
    await rebuildViews({ clickhouse, directory, now: clock.now, environmentId: environment.id }),
  ).toMatchObject({ written: 0 })
  expect(await storedViews(tenant)).toEqual([])
})
