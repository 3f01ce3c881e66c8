import { ensurePassword } from '@playhead/engine-kit/private-file.ts'
import {
  type Engine,
  type EngineProcess,
  type StartEngineOptions,
  supervise,
} from '@playhead/engine-kit/supervise.ts'
import { problemOf, untilReady } from '@playhead/engine-kit/until-ready.ts'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { connect } from './client.ts'
import { clientUser, writeConfiguration, type EngineCluster } from './engine-configuration.ts'
import { spawnEngine } from './engine-spawn.ts'
import { awaitLeftoverEngine } from './leftover-engine.ts'
import { ping } from './ping.ts'
import { sql } from './sql.ts'

export interface EngineClickHouse extends Engine {
  /** For other ClickHouse servers of a cluster; only with `hasNativePort`. */
  readonly nativePort: number | undefined
}

interface StartClickHouseOptions extends StartEngineOptions {
  /** Only for clusters: the native protocol also admits the engine's internal user, which has no password. */
  hasNativePort?: boolean
  /** This engine is one node of a cluster whose native ports are known beforehand. */
  cluster?: EngineCluster
}

interface Ports {
  http: number
  native: number | undefined
}

const pingMilliseconds = 5_000
const databaseName = 'playhead'

/** Starts the ClickHouse that is shipped with the program, on a free loopback port. */
export const startClickHouse = async (
  options: StartClickHouseOptions,
): Promise<EngineClickHouse> => {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.dataFolder)
  const password = await ensurePassword(folder)
  let ports: Ports | undefined

  async function launch(): Promise<EngineProcess> {
    await awaitLeftoverEngine(folder)
    await writeConfiguration(folder, password, options.cluster)
    // A restarted engine keeps its ports, because clients already know its address.
    const candidates = ports ?? (await freePorts(options.hasNativePort === true))
    if (options.cluster) candidates.native = options.cluster.nativePorts[options.cluster.own]
    const engine = spawnEngine(folder, candidates, options.log)
    await untilReady({
      name: 'ClickHouse',
      child: engine,
      ask: () => problemOf(() => makeDatabase(candidates.http, password)),
      giveUp: () => engine.stop(),
    })
    ports = candidates
    return engine
  }

  const supervision = await supervise({
    name: 'ClickHouse',
    launch,
    ping: () => ping(addressOf(ports?.http ?? 0, password, 'default'), pingMilliseconds),
    silenceSeconds: options.silenceSeconds,
    log: options.log,
  })
  return {
    url: addressOf(ports?.http ?? 0, password, databaseName),
    nativePort: ports?.native,
    status: supervision.status,
    onStatus: supervision.onStatus,
    stop: supervision.stop,
  }
}

/** The first statement that a ready engine executes. */
async function makeDatabase(httpPort: number, password: string): Promise<void> {
  const clickhouse = connect(addressOf(httpPort, password, 'default'))
  try {
    await clickhouse.command(sql`CREATE DATABASE IF NOT EXISTS ${sql.identifier(databaseName)}`)
  } finally {
    await clickhouse.close()
  }
}

function addressOf(httpPort: number, password: string, database: string): string {
  return `http://${clientUser}:${password}@127.0.0.1:${httpPort}/${database}`
}

async function freePorts(hasNativePort: boolean): Promise<Ports> {
  const servers = await Promise.all(Array.from({ length: hasNativePort ? 2 : 1 }, listenAnywhere))
  const [http = 0, native] = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return { http, native }
}

async function listenAnywhere(): Promise<ReturnType<typeof createServer>> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}
