import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readLedger } from '../runtime/ledger/ledger.sql.ts'
import { context } from '../fixtures/testing-replay.ts'
import { startCollector } from '../runtime/collector.ts'
import { aCollectedEnvironment, aDirectory, JumpingClock } from '../runtime/testing-collector.ts'
import { listStoredEvents, listStoredViews } from '../runtime/testing-rows.sql.ts'
import { listConformance } from './conformance.sql.ts'

const clickhouse = await makeTestClickHouse()

/** The reports that dash.js sent, moved to the current time. */
function reportsOfNow(): string[] {
  const file = path.join(import.meta.dirname, 'fixtures/dash.js-to-the-end.json')
  const captures = JSON.parse(readFileSync(file, 'utf8')) as { body: string; at: number }[]
  const shift = Date.now() - captures.at(-1)!.at
  return captures.map(({ body }) =>
    body.replaceAll(/\bts=(\d+)/g, (_, ts: string) => `ts=${Number(ts) + shift}`),
  )
}

async function runCmcd() {
  const environment = aCollectedEnvironment()
  const clock = new JumpingClock()
  const collector = await startCollector({
    clickhouse,
    directory: aDirectory([environment]),
    describe: () => context,
    log: { info: () => {}, warn: () => {}, error: console.error },
    now: clock.now,
  })
  const cmcd = { environmentKey: environment.key, player: 'dash.js', playerVersion: '5.2.1' }
  const server = createServer((request, response) =>
    collector.handle(request, response, { address: '203.0.113.7', cmcd }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tenant = { id: environment.id, clickhouse }
  const day = 86_400_000
  return {
    tenant,
    clock,
    request: (init: RequestInit, query = '') =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`, init),
    send(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) {
      return this.request({
        method: 'POST',
        body,
        headers: { 'content-type': 'application/cmcd', ...headers },
      })
    },
    ledger: () =>
      readLedger(tenant, { start: new Date(Date.now() - day), end: new Date(Date.now() + day) }),
    async stop() {
      await collector.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

test('reports to the address of CMCD are stored, counted once, and become a view', async () => {
  const running = await runCmcd()
  const { tenant, clock } = running
  const send = (sent: string) => running.send(sent)
  const bodies = reportsOfNow()
  for (const body of bodies) expect((await send(body)).status).toBe(200)
  // Players resend reports that they believe were lost.
  await send(bodies.join(''))
  // A person who sets up a player must find in the ledger what was wrong with its reports.
  await send('not a report "')
  await send('e=ps,sta=p,ts=1800000000000,v=2')
  await send('x'.repeat(600_000))

  expect(await listStoredEvents(tenant)).toHaveLength(bodies.length)
  clock.jump(61_000)
  await expect.poll(() => listStoredViews(tenant)).toHaveLength(1)
  await running.stop()

  const [view] = await listStoredViews(tenant)
  // From starting to playing, then what was played before and after the pause.
  expect(view?.watch_time).toBe(328 + 1_560 + 3_059)
  expect(await running.ledger()).toMatchObject({
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

const packed = (pack: (text: string) => Uint8Array, text: string) => new Uint8Array(pack(text))
const report = (sn: number) => `e=t,sta=p,sid="s",cid="c",sn=${sn},ts=${Date.now()},v=2`

test('reports in a form, packed, in an address and in headers are read', async () => {
  const running = await runCmcd()
  const form = `CMCD=${encodeURIComponent(report(0))}&CMCD=${encodeURIComponent(report(1))}`
  await running.send(form, { 'content-type': 'application/x-www-form-urlencoded' })
  await running.send(packed(gzipSync, report(2)), { 'content-encoding': 'gzip' })
  await running.send(packed(brotliCompressSync, report(3)), { 'content-encoding': 'br' })
  const asked = { method: 'GET' }
  await running.request(asked, `?CMCD=${encodeURIComponent(report(4))}`)
  const [event, ...session] = report(5).split(',')
  const headers = { 'cmcd-session': session.join(','), 'cmcd-request': event! }
  expect((await running.request({ ...asked, headers })).status).toBe(200)
  const two = [report(6), report(7)].map((text) => `CMCD=${encodeURIComponent(text)}`)
  await running.request(asked, `?${two.join('&')}`)

  // An OPTIONS request reports nothing.
  expect((await running.request(asked)).status).toBe(200)
  await running.stop()
  expect(await running.ledger()).toMatchObject({ received: 8, stored: 8 })
  expect((await listStoredEvents(running.tenant)).map((row) => row.view_sequence)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ])
})

test('a report that cannot be unpacked or lacks needed keys is refused and counted in the ledger', async () => {
  const running = await runCmcd()
  await running.send(packed(gzipSync, 'x'.repeat(600_000)), { 'content-encoding': 'gzip' })
  await running.send(report(1), { 'content-encoding': 'gzip' })
  await running.send(report(2), { 'content-encoding': 'unheard-of' })
  await running.request({ method: 'GET' }, `?CMCD=${encodeURIComponent('br=3200,sid="s"')}`)
  const { stored, reasons } = await running.ledger()
  await running.stop()
  expect(stored).toBe(0)
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ['unreadable', 2],
    ['invalid_event', 1],
    ['too_large', 1],
  ])
})

test('all reports of a long body are stored', async () => {
  const running = await runCmcd()
  const lines = Array.from({ length: 1_000 }, (_, sn) => report(sn))
  expect((await running.send(lines.join('\n'))).status).toBe(200)
  expect(await listStoredEvents(running.tenant)).toHaveLength(1_000)
  await running.stop()
  expect(await running.ledger()).toMatchObject({ received: 1_000, stored: 1_000 })
})
