import { endsWithin, signal } from '@playhead/engine-kit/engine-child.ts'
import { ensurePassword } from '@playhead/engine-kit/private-file.ts'
import {
  type Engine,
  type EngineProcess,
  type StartEngineOptions,
  supervise,
} from '@playhead/engine-kit/supervise.ts'
import { problemOf, untilReady } from '@playhead/engine-kit/until-ready.ts'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { ensureCluster, ensureSocketFolder } from './cluster-files.ts'
import { engineBinaries } from './engine-binaries.ts'
import { engineUser } from './engine-user.ts'
import { startGuarded, type GuardedProcess } from './guarded-process.ts'
import { childrenOf, endLeftoverEngine, postmasterProcessId } from './leftover-engine.ts'
import { ping } from './ping.ts'

export type EnginePostgres = Engine

interface StartPostgresOptions extends StartEngineOptions {
  /** Postgres settings in addition to the defaults, or instead of them. */
  settings?: Record<string, string>
}

const usualSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // Queries here are small, and parallel workers need shared memory that containers often lack.
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
const stopMilliseconds = 20_000
const quitMilliseconds = 5_000
const pingMilliseconds = 5_000

/** Starts the Postgres that is shipped with the program, on a socket that only the program's user can open. */
export const startPostgres = async (options: StartPostgresOptions): Promise<EnginePostgres> => {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o711 })
  const folder = await realpath(options.dataFolder)
  const cluster = join(folder, 'cluster')
  const binaries = await engineBinaries(folder)
  const user = await engineUser(cluster, [folder, binaries.postgres, binaries.initdb])
  // The socket's folder is closed too, but when root runs the engine as `nobody`, other processes may run as that user.
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
    await untilReady({
      name: 'Postgres',
      child: postgres,
      ask: () => problemOf(() => makeDatabase(addressOf(socketFolder, password, 'postgres'))),
      async giveUp() {
        postgres.closeStdin()
        await postgres.ended
      },
    })
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
    silenceSeconds: options.silenceSeconds,
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

/** The first statement that a ready engine executes. */
async function makeDatabase(url: string): Promise<void> {
  const connection = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  connection.on('error', () => {})
  try {
    await connection.connect()
    const { rowCount } = await connection.query(
      "SELECT 1 FROM pg_database WHERE datname = 'playhead'",
    )
    if (rowCount === 0) await connection.query('CREATE DATABASE playhead')
  } finally {
    await connection.end().catch(() => {})
  }
}

async function stop(postgres: GuardedProcess, cluster: string): Promise<void> {
  if (postgres.hasEnded()) return
  postgres.closeStdin()
  if (await endsWithin(postgres, stopMilliseconds)) return
  // Ends immediately; the next start recovers from the WAL, so nothing acknowledged is lost.
  const processId = await postmasterProcessId(cluster)
  if (processId !== undefined) signal(processId, 'SIGQUIT')
  if (await endsWithin(postgres, quitMilliseconds)) return
  await kill(postgres, cluster)
}

/** A frozen connection process would keep the shared memory that the next start needs. */
async function kill(postgres: GuardedProcess, cluster: string): Promise<void> {
  const postmaster = await postmasterProcessId(cluster)
  const connections = postmaster === undefined ? [] : await childrenOf(postmaster)
  if (postmaster !== undefined) signal(postmaster, 'SIGKILL')
  for (const processId of connections) signal(processId, 'SIGKILL')
  postgres.kill()
  await postgres.ended
}
