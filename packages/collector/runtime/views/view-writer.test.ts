import { expect, test } from 'vitest'
import { testClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import {
  beacon,
  collectedEnvironment,
  JumpingClock,
  runCollector,
  TestSession,
} from '../testing-collector.ts'
import { gateTo } from '../testing-gate.ts'
import { storedViews } from '../testing-rows.sql.ts'

const clickhouse = await testClickHouse()
const gate = await gateTo(clickhouse)

test('a view has one row when nobody heard that the first was written, and it went on meanwhile', async () => {
  const environment = collectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const running = await runCollector(gate.clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(beacon(session.start(), clock.now()))
  gate.set('deaf')
  clock.jump(61_000)
  const ends = async () => new Set((await storedViews(tenant)).map(({ end }) => end)).size
  await expect.poll(ends).toBe(1)

  const goingOn = running.send(beacon([session.event('hb', clock.now())], clock.now()))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  gate.set('open')
  expect((await goingOn).status).toBe(200)
  clock.jump(61_000)
  await expect.poll(() => running.collector.stats().openViews).toBe(0)
  await running.stop()
  expect(await storedViews(tenant)).toHaveLength(1)
})
