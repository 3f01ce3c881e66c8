import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { connect, type ConnectedClickHouse } from '@playhead/clickhouse/client.ts'
import { type EngineClickHouse, startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { migrate } from '@playhead/clickhouse/migrate.ts'
import { aFreePort } from '../free-port.ts'
import { listProcessesOf } from './programs.ts'
import { clickhouseMigrations } from './test-clickhouse.ts'

const form = { name: 'playhead', isReplicated: false }

/** A real ClickHouse cluster of two shards, migrated in its cluster form, and a connection to each node. */
export const startTestCluster = async (): Promise<{
  cluster: ConnectedClickHouse
  nodes: ConnectedClickHouse[]
  engines: EngineClickHouse[]
  /** As a crash does; the node restarts automatically a moment later. */
  kill: (node: number) => Promise<void>
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-cluster-'))
  const nativePorts = [await aFreePort(), await aFreePort()]
  const secret = randomBytes(16).toString('hex')
  const engines = await Promise.all(
    nativePorts.map((_, own) =>
      startClickHouse({
        dataFolder: join(folder, String(own)),
        log: () => undefined,
        hasNativePort: true,
        cluster: { name: form.name, secret, nativePorts, own },
      }),
    ),
  )
  const nodeUrls = engines.map((engine) => engine.url)
  const nodes = nodeUrls.map((url) => connect(url))
  const cluster = connect(nodeUrls[0]!, { cluster: { ...form, nodeUrls } })
  afterAll(async () => {
    await Promise.all([cluster, ...nodes].map((connection) => connection.close()))
    await Promise.all(engines.map((engine) => engine.stop()))
    await rm(folder, { recursive: true, force: true })
  })
  for (const node of nodes)
    await migrate(node, clickhouseMigrations, { withLock: (work) => work(), cluster: form })
  const kill = async (node: number) => {
    for (const { id } of await listProcessesOf(join(folder, String(node))))
      process.kill(id, 'SIGKILL')
  }
  return { cluster, nodes, engines, kill }
}
