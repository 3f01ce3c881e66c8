import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  JumpingClock,
  startTestCollector,
  TestSession,
} from '../testing-collector.ts'
import { startGate } from '../testing-gate.ts'
import { listStoredViews } from '../testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()
const gate = await startGate(clickhouse)

test('a view has one row, even when the reply to its first write was lost and it went on', async () => {
  const environment = aCollectedEnvironment()
  const tenant = { ...environment, clickhouse }
  const clock = new JumpingClock()
  const running = await startTestCollector(gate.clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  await running.send(aBeacon(session.start(), clock.now()))
  gate.set('deaf')
  clock.jump(61_000)
  const ends = async () => new Set((await listStoredViews(tenant)).map(({ end }) => end)).size
  await expect.poll(ends).toBe(1)

  const goingOn = running.send(aBeacon([session.event('hb', clock.now())], clock.now()))
  await expect.poll(() => running.collector.stats().waitingRequests).toBe(1)
  const tries = () => running.warnings.filter((message) => message.startsWith('views')).length
  const triesBefore = tries()
  await expect.poll(tries).toBeGreaterThan(triesBefore + 1)
  gate.set('open')
  expect((await goingOn).status).toBe(200)
  clock.jump(61_000)
  await expect.poll(() => running.collector.stats().openViews).toBe(0)
  await running.stop()
  expect(await listStoredViews(tenant)).toHaveLength(1)
})
