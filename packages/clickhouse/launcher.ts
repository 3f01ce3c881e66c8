import { supervise, type EngineProcess, type EngineStatus } from '@playhead/domain/supervise.ts'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from './client.ts'
import {
  clientUser,
  ensurePassword,
  writeConfiguration,
  type EngineCluster,
} from './engine-configuration.ts'
import { EngineNotStarted } from '@playhead/domain/engine-not-started.ts'
import { spawnEngine, type SpawnedEngine } from './engine-spawn.ts'
import { awaitLeftoverEngine } from './leftover-engine.ts'
import { ping } from './ping.ts'
import { sql } from './sql.ts'

export interface EngineClickHouse {
  /** Address with the password in it: for `connect`, never for logs. */
  readonly url: string
  /** For other ClickHouse servers of a cluster; only with `hasNativePort`. */
  readonly nativePort: number | undefined
  status(): EngineStatus
  onStatus(callback: (status: EngineStatus) => void): () => void
  stop(): Promise<void>
}

export interface StartClickHouseOptions {
  /** A folder for this engine alone; made when missing. */
  dataFolder: string
  log: (line: string) => void
  /** Only for clusters: the native protocol also lets in the engine's own user, who has no password. */
  hasNativePort?: boolean
  /** This engine is one node of a cluster whose native ports are known beforehand. */
  cluster?: EngineCluster
  /** Tests do not wait for half a minute. */
  silenceSeconds?: number
}

interface Ports {
  http: number
  native: number | undefined
}

const readyMilliseconds = 60_000
const pingMilliseconds = 5_000
const databaseName = 'playhead'

/** Starts the ClickHouse that comes with the program, on a loopback port of its own. */
export async function startClickHouse(options: StartClickHouseOptions): Promise<EngineClickHouse> {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.dataFolder)
  const password = await ensurePassword(folder)
  let ports: Ports | undefined

  async function launch(): Promise<EngineProcess> {
    await awaitLeftoverEngine(folder)
    await writeConfiguration(folder, password, options.cluster)
    // A restarted engine keeps its ports, for its address is known by then.
    const candidates = ports ?? (await freePorts(options.hasNativePort === true))
    if (options.cluster) candidates.native = options.cluster.nativePorts[options.cluster.own]
    const engine = await spawnEngine(folder, candidates, options.log)
    await untilReady(engine, candidates.http, password)
    ports = candidates
    return engine
  }

  const supervision = await supervise({
    name: 'ClickHouse',
    launch,
    ping: () => ping(addressOf(ports?.http ?? 0, password, 'default'), pingMilliseconds),
    ...(options.silenceSeconds !== undefined && { silenceSeconds: options.silenceSeconds }),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
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

async function untilReady(
  engine: SpawnedEngine,
  httpPort: number,
  password: string,
): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    if (engine.hasEnded()) {
      const said = engine.lastLines().slice(-3).join(' ')
      throw new EngineNotStarted(`ClickHouse ended while starting (${await engine.ended}): ${said}`)
    }
    const problem = await makeDatabase(httpPort, password)
    if (problem === undefined) return
    if (Date.now() - startedAt > readyMilliseconds) {
      await engine.stop()
      throw new EngineNotStarted(`ClickHouse did not become ready within a minute: ${problem}`)
    }
    await pause(20)
  }
}

/** The first statement that a ready engine answers; what hindered it otherwise. */
async function makeDatabase(httpPort: number, password: string): Promise<string | undefined> {
  const clickhouse = connect(addressOf(httpPort, password, 'default'))
  try {
    await clickhouse.command(sql`CREATE DATABASE IF NOT EXISTS ${sql.identifier(databaseName)}`)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
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
