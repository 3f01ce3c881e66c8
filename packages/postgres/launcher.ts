import { supervise, type EngineProcess, type EngineStatus } from '@playhead/domain/supervise.ts'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureCluster, ensurePassword, ensureSocketFolder } from './cluster-files.ts'
import { engineBinaries } from './engine-binaries.ts'
import { EngineNotStarted } from '@playhead/domain/engine-not-started.ts'
import { engineUser } from './engine-user.ts'
import { endsWithin, startGuarded, type GuardedProcess } from './guarded-process.ts'
import { childrenOf, endLeftoverEngine, postmasterProcessId, signal } from './leftover-engine.ts'
import { ping } from './ping.ts'

export interface EnginePostgres {
  /** Address with the password in it: for `connect`, never for logs. */
  readonly url: string
  status(): EngineStatus
  onStatus(callback: (status: EngineStatus) => void): () => void
  stop(): Promise<void>
}

export interface StartPostgresOptions {
  /** A folder for this engine alone; made when missing. */
  dataFolder: string
  log: (line: string) => void
  /** Postgres settings beside or instead of the usual ones. */
  settings?: Record<string, string>
  /** Tests do not wait for half a minute. */
  silenceSeconds?: number
}

const usualSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // Queries here are small, and parallel ones need shared memory that containers often lack.
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '',
}
const readyMilliseconds = 60_000
const stopMilliseconds = 20_000
const quitMilliseconds = 5_000
const pingMilliseconds = 5_000

/** Starts the Postgres that comes with the program, on a socket that only this program's user can open. */
export async function startPostgres(options: StartPostgresOptions): Promise<EnginePostgres> {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o711 })
  const folder = await realpath(options.dataFolder)
  const cluster = join(folder, 'cluster')
  const binaries = await engineBinaries(folder)
  const user = await engineUser(cluster, [folder, binaries.postgres, binaries.initdb])
  const password = await ensurePassword(folder)
  await ensureCluster(folder, binaries, user, password)
  const socketFolder = await ensureSocketFolder(folder, user)
  const settings = { ...usualSettings, ...options.settings, unix_socket_directories: socketFolder }
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])

  async function launch(): Promise<EngineProcess> {
    await endLeftoverEngine(cluster, options.log)
    const args = ['-D', cluster, ...settingArguments]
    const postgres = startGuarded(user, binaries.postgres, args, options.log)
    await untilReady(postgres, addressOf(socketFolder, password, 'postgres'))
    return {
      ended: postgres.ended,
      stop: () => stop(postgres, cluster),
      kill: () => kill(postgres, cluster),
    }
  }

  const supervision = await supervise({
    name: 'Postgres',
    launch,
    ping: () => ping(addressOf(socketFolder, password, 'postgres'), pingMilliseconds),
    ...(options.silenceSeconds !== undefined && { silenceSeconds: options.silenceSeconds }),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
    log: options.log,
  })
  return {
    url: addressOf(socketFolder, password, 'playhead'),
    status: supervision.status,
    onStatus: supervision.onStatus,
    async stop() {
      await supervision.stop()
      if (!socketFolder.startsWith(folder)) await rm(socketFolder, { recursive: true, force: true })
    },
  }
}

function addressOf(socketFolder: string, password: string, database: string): string {
  return `postgresql://playhead:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

async function untilReady(postgres: GuardedProcess, url: string): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    if (postgres.hasEnded()) {
      const said = postgres.lastLines().slice(-3).join(' ')
      throw new EngineNotStarted(`Postgres ended while starting (${await postgres.ended}): ${said}`)
    }
    const problem = await makeDatabase(url)
    if (problem === undefined) return
    if (Date.now() - startedAt > readyMilliseconds) {
      postgres.letGo()
      await postgres.ended
      throw new EngineNotStarted(`Postgres did not become ready within a minute: ${problem}`)
    }
    await pause(20)
  }
}

/** The first statement that a ready engine answers; what hindered it otherwise. */
async function makeDatabase(url: string): Promise<string | undefined> {
  const connection = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  connection.on('error', () => {})
  try {
    await connection.connect()
    const { rowCount } = await connection.query(
      "SELECT 1 FROM pg_database WHERE datname = 'playhead'",
    )
    if (rowCount === 0) await connection.query('CREATE DATABASE playhead')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await connection.end().catch(() => {})
  }
}

async function stop(postgres: GuardedProcess, cluster: string): Promise<void> {
  if (postgres.hasEnded()) return
  postgres.letGo()
  if (await endsWithin(postgres, stopMilliseconds)) return
  // Ends at once; the next start recovers from the log, so nothing acknowledged is lost.
  const processId = await postmasterProcessId(cluster)
  if (processId !== undefined) signal(processId, 'SIGQUIT')
  if (await endsWithin(postgres, quitMilliseconds)) return
  await kill(postgres, cluster)
}

/** A connection's process that is frozen would keep the memory that the next start needs. */
async function kill(postgres: GuardedProcess, cluster: string): Promise<void> {
  const postmaster = await postmasterProcessId(cluster)
  const connections = postmaster === undefined ? [] : await childrenOf(postmaster)
  if (postmaster !== undefined) signal(postmaster, 'SIGKILL')
  for (const processId of connections) signal(processId, 'SIGKILL')
  postgres.kill()
  await postgres.ended
}
