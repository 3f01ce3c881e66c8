import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { rebuildViews } from './views/rebuild.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
  type RunningCollector,
  TestSession,
} from './testing-collector.ts'
import { listStoredEvents, listStoredViews } from './testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()

const strangeIds = ["'", '\\', '\n', '\t', '\0', '\\N', "a'b", '[]', '{p0:String}', '%27', '\r\n']

const longIds = Object.entries({ 語: 400, '\\': 60, '\t': 60 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${index}${letter.repeat(190)}`),
)

test.each([
  ['strange', strangeIds],
  ['long', longIds],
])(
  'views whose players gave them %s ids go on, and outlive a restart and a rebuild',
  async (_, ids) => {
    const environment = aCollectedEnvironment()
    const tenant = { id: environment.id, clickhouse }
    const clock = new JumpingClock()
    const sessions = ids.map((viewId) => {
      const session = new TestSession(environment, Date.now())
      return { start: named(session.start(), viewId), end: named([lastOf(session)], viewId) }
    })
    const send = async (running: RunningCollector, part: 'start' | 'end') => {
      const parts = Array.from({ length: Math.ceil(sessions.length / 90) }, (__, at) =>
        sessions.slice(at * 90, at * 90 + 90).flatMap((session) => session[part]),
      )
      await Promise.all(parts.map((events) => running.send(aBeacon(events, clock.now()))))
    }
    const first = await startTestCollector(clickhouse, [environment], { clock })
    await send(first, 'start')
    await first.stop()
    expect(await listStoredEvents(tenant)).toHaveLength(ids.length * 3)

    clock.jump(120_000)
    const second = await startTestCollector(clickhouse, [environment], { clock })
    const views = await listStoredViews(tenant)
    expect(new Set(views.map((view) => view.view_id))).toEqual(new Set(ids))
    await send(second, 'end')
    expect(await listStoredEvents(tenant)).toHaveLength(ids.length * 4)
    await second.stop()

    clock.jump(120_000)
    const directory = aDirectory([environment])
    const rebuilt = await rebuildViews({ clickhouse, directory, now: clock.now })
    expect(rebuilt.views).toBe(ids.length)
  },
)

function lastOf(session: TestSession) {
  return session.event('viewend', Date.now() + 1_000)
}

function named<Event extends object>(events: readonly Event[], viewId: string) {
  return events.map((event) => ({ ...event, view_id: viewId }))
}
