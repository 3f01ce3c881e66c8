import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  JumpingClock,
  startTestCollector,
  TestSession,
} from './testing-collector.ts'
import { listStoredEvents, listStoredViews } from './testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()

/** Properties that every JavaScript object inherits: looking up a player's text finds them, and they are no strings. */
const namesOfObjects = [
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  '__defineGetter__',
]

test('reports of CMCD may hold the names of what every object has wherever a word belongs', async () => {
  const environment = aCollectedEnvironment()
  const tenant = { id: environment.id, clickhouse }
  const clock = new JumpingClock()
  const cmcd = { environmentKey: environment.key, player: null, playerVersion: null }
  const running = await startTestCollector(clickhouse, [environment], { clock, cmcd })
  const words = namesOfObjects.flatMap((name) => {
    const value = name.startsWith('_') ? `"${name}"` : name
    return [
      `e=${value}`,
      `e=ps,sta=${value}`,
      `e=c,sta=${value}`,
      `e=t,sta=p,sf=${value},st=${value}`,
      `e=rr,rc=200,ot=${value}`,
      `e=t,playhead-cmcd-state=${value}`,
    ]
  })
  const lines = ['e=ps,sta=s', ...words, 'e=ps,sta=p', 'e=ps,sta=e'].map(
    (keys, sn) => `${keys},sid="s",cid="c",sn=${sn},ts=${clock.now() - 60_000 + sn * 1_000},v=2`,
  )
  const answer = await running.send(lines.join('\n'))
  expect(answer.status).toBe(200)
  clock.jump(120_000)
  await expect.poll(() => listStoredViews(tenant)).toHaveLength(1)
  expect(await listStoredEvents(tenant)).toHaveLength(lines.length)
  await running.stop()
})

test('events of players may be called what every object has', async () => {
  const environment = aCollectedEnvironment()
  const tenant = { id: environment.id, clickhouse }
  const clock = new JumpingClock()
  const running = await startTestCollector(clickhouse, [environment], { clock })
  const session = new TestSession(environment, clock.now())
  const events = [
    ...session.start(),
    ...namesOfObjects.map((name) => session.event(name, clock.now(), { [name]: name })),
  ]
  expect((await running.send(aBeacon(events, clock.now()))).status).toBe(200)
  clock.jump(120_000)
  await expect.poll(() => listStoredViews(tenant)).toHaveLength(1)
  expect(await listStoredEvents(tenant)).toHaveLength(events.length)
  await running.stop()
})
