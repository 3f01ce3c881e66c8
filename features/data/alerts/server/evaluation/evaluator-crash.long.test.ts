import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { groupBy } from '@playhead/domain/group-by.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { alertsServer } from '../index.ts'
import { anAudience } from '../testing-audience.ts'
import { listAnnounced, makeAnnouncedTable } from './testing-announced.sql.ts'

const clickhouse = await makeTestClickHouse()
const { call, clock, database } = await startTestApp([alertsServer], { clickhouse })
const make = aFactory(database)
await makeAnnouncedTable(database)

interface Program {
  child: ChildProcessByStdio<Writable, Readable, null>
  lines: Interface
}

let running: Program | undefined
afterAll(() => void running?.child.kill('SIGKILL'))

const startProgram = async (): Promise<Program> => {
  const script = join(import.meta.dirname, 'testing-evaluator-program.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, database.url, clickhouse.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  running = { child, lines }
  return running
}

test('an evaluator that is killed at any moment opens, ends and announces each incident once', async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['data:write'])
  const startsAt = Math.ceil(Date.now() / 60_000) * 60
  const audience = anAudience(clickhouse, environment, clock, startsAt)
  const created = await call('/ui/v1/alert-rules', {
    token,
    body: {
      metric: 'playback-failure-percentage',
      threshold_alert: { value: 5, area: 'above', close_after: 60 },
      window_duration: 60,
      window_min_views: 10,
    },
  })
  expect(created.status).toBe(201)
  for (let opening = 0; opening < 3; opening += 1) {
    await audience.write(60, [{ viewers: 12, failed: 4 }])
    await audience.write(120, [{ viewers: 12 }])
  }
  const steps = Array.from({ length: 540 / 5 }, (_, at) => startsAt + at * 5 + 8)
  const kills = howMany('kills of the evaluator', { usual: 2, long: 5, release: 50 })
  const killedAt = groupBy(
    Array.from({ length: kills }, () => ({
      at: Math.floor(Math.random() * steps.length),
      killAfterMs: Math.random() * 25,
    })),
    ({ at }) => at,
  )
  let program = await startProgram()
  for (const [at, step] of steps.entries()) {
    for (const { killAfterMs } of killedAt.get(at) ?? []) {
      program.child.stdin.write(`${step}\n`)
      await pause(killAfterMs)
      const gone = once(program.child, 'exit')
      program.child.kill('SIGKILL')
      await gone
      program = await startProgram()
    }
    const judged = once(program.lines, 'line')
    program.child.stdin.write(`${step}\n`)
    await judged
  }
  const incidents = await readRows(database, 'incidents', { environment_id: environment.id })
  const seen = incidents
    .toSorted((one, other) => Number(one['started_at']) - Number(other['started_at']))
    .map((row) => [row['status'], row['is_flapping'], Number(row['started_at']) / 1000 - startsAt])
  // The first opens when 80 % of its window are known, the others with the second failing step.
  expect(seen).toEqual([
    ['closed', false, 50],
    ['closed', false, 190],
    ['open', true, 370],
  ])
  const announced = groupBy(await listAnnounced(database), (row) => row.incident_id)
  expect([...announced.values()].map((rows) => rows.map(({ change }) => change))).toEqual([
    ['opened', 'ended'],
    ['opened', 'ended'],
    ['opened'],
  ])
})
