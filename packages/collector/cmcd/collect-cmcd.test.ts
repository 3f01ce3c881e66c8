import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testClickHouse } from '@playhead/testing/clickhouse.ts'
import { readLedger } from '../runtime/ledger.sql.ts'
import { context } from '../fixtures/replay.ts'
import { startCollector } from '../runtime/collector.ts'
import { collectedEnvironment, directoryOf, JumpingClock } from '../runtime/testing-collector.ts'
import { storedEvents, storedViews } from '../runtime/testing-rows.sql.ts'
import { listConformance } from './conformance.sql.ts'

const clickhouse = await testClickHouse()

/** What dash.js sent, as if it were sent now. */
function reportsOfNow(): string[] {
  const file = path.join(import.meta.dirname, 'fixtures/dash.js-to-the-end.json')
  const captures = JSON.parse(readFileSync(file, 'utf8')) as { body: string; at: number }[]
  const shift = Date.now() - captures.at(-1)!.at
  return captures.map(({ body }) =>
    body.replaceAll(/\bts=(\d+)/g, (_, ts: string) => `ts=${Number(ts) + shift}`),
  )
}

test('reports to the address of CMCD are stored, counted once, and become a view', async () => {
  const environment = collectedEnvironment()
  const tenant = { id: environment.id, clickhouse }
  const clock = new JumpingClock()
  const collector = await startCollector({
    clickhouse,
    directory: directoryOf([environment]),
    describe: () => context,
    log: { info: () => {}, warn: () => {}, error: console.error },
    now: clock.now,
  })
  const cmcd = { environmentKey: environment.key, player: 'dash.js', playerVersion: '5.2.1' }
  const server = createServer((request, response) =>
    collector.handle(request, response, { address: '203.0.113.7', cmcd }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = (body: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/cmcd' },
    })
  const bodies = reportsOfNow()
  for (const body of bodies) expect((await send(body)).status).toBe(200)
  // Players send again what they think was lost.
  await send(bodies.join(''))
  // Whoever sets up a player has to find in their own ledger what was wrong with its reports.
  await send('not a report "')
  await send('e=ps,sta=p,ts=1800000000000,v=2')
  await send('x'.repeat(600_000))

  expect(await storedEvents(tenant)).toHaveLength(bodies.length)
  clock.jump(61_000)
  await expect.poll(() => storedViews(tenant), { timeout: 15_000 }).toHaveLength(1)
  await collector.stop()
  server.closeAllConnections()
  server.close()

  const [view] = await storedViews(tenant)
  // From starting to playing, then what was played before and after the pause.
  expect(view?.watch_time).toBe(328 + 1_560 + 3_059)
  const day = 86_400_000
  const period = { start: new Date(Date.now() - day), end: new Date(Date.now() + day) }
  expect(await readLedger(tenant, period)).toMatchObject({
    received: 2 * bodies.length + 3,
    stored: bodies.length,
    duplicate: bodies.length,
    rejected: 3,
  })
  const counts = await listConformance(tenant)
  expect(counts.find(({ kind }) => kind === 'total')).toMatchObject({
    player: 'dash.js',
    player_version: '5.2.1',
    present: 2 * bodies.length + 1,
  })
})
