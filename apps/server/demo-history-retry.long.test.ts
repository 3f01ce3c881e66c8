import { afterAll, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { startDemoAudience } from './demo-audience.ts'
import { seedDemo } from './seed-demo.ts'
import { countHoursWithViews } from './testing-demo.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app: given, database } = await startTestApp([alertsServer, incidentsServer], { clickhouse })

const notices = async () => {
  const [row] = await readRows(database, 'organizations', { name: 'Northlight TV' })
  return ((row?.['usage_notices'] ?? []) as { type: string; message: string }[]).map(
    ({ message }) => message,
  )
}
let release: (() => void) | undefined
let isBroken = true
/** The first insert of views fails as a broken connection does; the second waits until the test has looked. */
const app = {
  ...given,
  settings: { ...given.settings, demoDays: 1 },
  clickhouse: {
    ...clickhouse,
    insert: async (...args: Parameters<typeof clickhouse.insert>) => {
      if (args[0] === 'views' && isBroken) {
        isBroken = false
        throw new Error('socket hang up')
      }
      if (args[0] === 'views' && release === undefined)
        await new Promise<void>((resolve) => (release = resolve))
      return clickhouse.insert(...args)
    },
  },
}
await seedDemo(app)
const audience = await startDemoAudience(app, 'http://127.0.0.1:9')
afterAll(() => audience.stop())

test('a history that broke off is written to its end, and the dashboard says how far it is', async () => {
  await expect.poll(() => release !== undefined, { timeout: 30_000 }).toBe(true)
  expect(await notices()).toEqual([
    'The history of this demo is still being written: 0 of 1 days are there.',
  ])
  release!()
  await expect.poll(notices, { timeout: 60_000 }).toEqual([])
  expect(await countHoursWithViews(clickhouse)).toBeGreaterThanOrEqual(24)
})
