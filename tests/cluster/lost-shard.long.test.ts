import { connect as connectSocket, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { readLedger } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  startTestCollector,
  TestSession,
} from '@playhead/collector/runtime/testing-collector.ts'
import { metricsServer } from '@playhead/features/data/metrics/server'
import { doctorServer } from '@playhead/features/operations/doctor/server'
import { checkShards } from '@playhead/server-kit/health/check-shards.sql.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { startTestCluster } from '@playhead/testing/engines/cluster.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countEventsOf, insertThrough } from './cluster.sql.ts'

const { cluster, nodes, engines, kill } = await startTestCluster()
const { app, call, database } = await startTestApp([metricsServer], { clickhouse: cluster })
const make = aFactory(database)

/** A proxy that forwards the handshake and, once much has arrived, disconnects instead of sending the response. */
const hangingUp = async (port: number) => {
  let received = 0
  const server = createServer((from) => {
    const to = connectSocket(port, '127.0.0.1')
    from.on('error', () => {}).on('close', () => to.destroy())
    to.on('error', () => {}).on('close', () => from.destroy())
    to.on('data', (piece) => void (received < 100_000 && from.write(piece)))
    let silence: NodeJS.Timeout | undefined
    from.on('data', (piece) => {
      received += piece.length
      to.write(piece)
      clearTimeout(silence)
      if (received > 100_000) silence = setTimeout(() => from.end(), 1_000)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    place: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

test('acknowledged events are stored once, even when either node of a cluster is killed', async () => {
  const environment = aCollectedEnvironment()
  const running = await startTestCollector(cluster, [environment])
  const end = new AbortController()
  let acknowledged = 0
  const watch = async () => {
    while (!end.signal.aborted) {
      const session = new TestSession(environment, Date.now())
      const body = aBeacon(session.start(), Date.now())
      while (!(await running.send(body).catch(() => undefined))?.ok) await pause(200)
      acknowledged += 3
      await pause(20)
    }
  }
  const watching = Promise.all(Array.from({ length: 10 }, watch))
  /** A hundred views: all who watch have written more than once. */
  const moreAcknowledged = async () => {
    const before = acknowledged
    await expect.poll(() => acknowledged).toBeGreaterThan(before + 300)
  }
  for (const node of [1, 0]) {
    await moreAcknowledged()
    await kill(node)
  }
  await moreAcknowledged()
  end.abort()
  await watching
  await running.stop()
  expect(await countEventsOf(cluster, environment.id)).toEqual({
    rows: acknowledged,
    events: acknowledged,
  })
  const timeframe = { start: new Date(0), end: new Date(Date.now() + 60_000) }
  const ledger = await readLedger({ id: environment.id, clickhouse: cluster }, timeframe)
  expect(ledger.stored).toBe(acknowledged)
})

test('a node that hangs up during an insert counts as unavailable, not as a refusal', async () => {
  const { place, close } = await hangingUp(engines[1]!.nativePort!)
  const { username: user, password } = new URL(engines[1]!.url)
  const asked = insertThrough(nodes[0]!, { place, user, password })
  await expect(asked).rejects.toBeInstanceOf(ClickHouseUnavailable)
  close()
})

test('without one of its shards a cluster answers nothing instead of half, and says so', async () => {
  const { environment, admin, organization } = await make.world()
  await engines[1]!.stop()
  const answer = await call('/data/v1/metrics/views/overall', {
    as: admin,
    organization,
    environment,
  })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  await expect(checkShards(cluster)).rejects.toBeInstanceOf(ClickHouseUnavailable)
  const nodeUrls = engines.map(({ url }) => url)
  const settings = readSettings({
    PLAYHEAD_DATA: app.settings.dataFolder,
    CLICKHOUSE_URL: nodeUrls[0],
    CLICKHOUSE_CLUSTER: 'playhead',
    CLICKHOUSE_NODES: nodeUrls.join(','),
  })
  const [doctor] = doctorServer.commands
  const { checks } = (await doctor!.run({ ...app, settings }, {})) as {
    checks: { name: string; status: string; detail: string }[]
  }
  expect(checks.find(({ name }) => name === 'Analytics database')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining(new URL(nodeUrls[1]!).host),
  })
})
