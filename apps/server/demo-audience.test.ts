import { afterAll, expect, test } from 'vitest'
import { alertsServer } from '@playhead/features/data/alerts/server'
import { incidentsServer } from '@playhead/features/data/incidents/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { startDemoAudience } from './demo-audience.ts'
import { seedDemo } from './seed-demo.ts'

const { app: given, database } = await startTestApp([alertsServer, incidentsServer], {
  clickhouse: await makeTestClickHouse(),
})
/** An hour of history, which is written at once. */
const app = { ...given, settings: { ...given.settings, demoDays: 1 / 24 } }
await seedDemo(app)
const [northlight] = await readRows(database, 'organizations', { name: 'Northlight TV' })
// The port is closed: this test does not look at what viewers report live.
const audience = await startDemoAudience(app, 'http://127.0.0.1:9')
afterAll(() => audience.stop())

test('once its history is written, the demo searches its largest environment for anomalies, seven days back', async () => {
  const searched = () => readRows(database, 'anomaly_settings')
  await expect.poll(async () => (await searched()).length, { timeout: 30_000 }).toBe(1)
  const [settings] = await searched()
  const [production] = await readRows(database, 'environments', {
    organization_id: String(northlight?.['id']),
    name: 'Production',
  })
  expect(settings).toMatchObject({
    environment_id: production?.['id'],
    is_enabled: true,
    sensitivity: 'medium',
  })
  const day = 86_400_000
  const until = Date.parse(String(settings?.['history_until']))
  expect(until - Date.parse(String(settings?.['judged_until']))).toBe(7 * day)
})
