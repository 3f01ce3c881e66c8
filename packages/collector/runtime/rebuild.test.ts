import { expect, test } from 'vitest'
import { testClickHouse } from '@playhead/testing/clickhouse.ts'
import { rebuildViews } from './rebuild.ts'
import {
  beacon,
  collectedEnvironment,
  directoryOf,
  JumpingClock,
  runCollector,
  TestSession,
} from './testing-collector.ts'
import { deleteFirstEvents, storedViews } from './testing-rows.sql.ts'

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
  await expect.poll(() => storedViews(tenant), { timeout: 10_000 }).toHaveLength(1)
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
