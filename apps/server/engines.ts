import { join } from 'node:path'
import {
  connect as connectClickHouse,
  type ConnectedClickHouse,
} from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { probe as probeClickHouse } from '@playhead/clickhouse/ping.ts'
import { migrate as migrateClickHouse } from '@playhead/clickhouse/migrate.ts'
import { connect as connectPostgres, type ConnectedDatabase } from '@playhead/postgres/client.ts'
import { startPostgres } from '@playhead/postgres/launcher.ts'
import { probe as probePostgres } from '@playhead/postgres/ping.ts'
import { migrate as migratePostgres } from '@playhead/postgres/migrate.ts'
import { withAdvisoryLock } from '@playhead/postgres/advisory-lock.ts'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'
import { checkShards } from '@playhead/server-kit/health/check-shards.sql.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'
import { StartRefused } from './start-refused.ts'

interface Engines {
  postgres: ConnectedDatabase
  clickhouse: ConnectedClickHouse
  /** Probes with separate connections, so that the load of this process does not affect them. */
  checkDatabase: () => Promise<void>
  checkAnalytics: () => Promise<void>
  stop(): Promise<void>
}

interface Part<Client> {
  client: Client
  stop(): Promise<void>
}

/** Longer than any caller waits. */
const probeMilliseconds = 10_000

type WriteLine = (line: string) => void

/** Routine messages of an engine are dropped: only the rest goes to the log. */
const isNews = (line: string) => !/^LOG:|is starting up|^(DETAIL|HINT|STATEMENT):/.test(line)

const openPostgres = async (
  settings: Settings,
  log: WriteLine,
): Promise<Part<ConnectedDatabase>> => {
  if (settings.databaseUrl) {
    const client = connectPostgres(settings.databaseUrl)
    return { client, stop: () => client.close() }
  }
  const engine = await startPostgres({ dataFolder: join(settings.dataFolder, 'postgres'), log })
  const client = connectPostgres(engine)
  return {
    client,
    stop: async () => {
      await client.close()
      await engine.stop()
    },
  }
}

const openClickHouse = async (
  settings: Settings,
  log: WriteLine,
): Promise<Part<ConnectedClickHouse>> => {
  if (settings.clickhouseUrl) {
    const client = connectClickHouse(settings.clickhouseUrl, {
      cluster: settings.clickhouseCluster,
    })
    return { client, stop: () => client.close() }
  }
  const engine = await startClickHouse({ dataFolder: join(settings.dataFolder, 'clickhouse'), log })
  const client = connectClickHouse(engine)
  return {
    client,
    stop: async () => {
      await client.close()
      await engine.stop()
    },
  }
}

/** An operator can fix a system error, so it becomes one sentence; anything else keeps its stack. */
const refusalOf = (name: string, setting: string, error: unknown) => {
  if (error instanceof EngineNotStarted || !(error instanceof Error) || !('code' in error))
    return error
  const [reason = ''] = error.message.split('\n')
  return new StartRefused(
    `The ${name} that comes with the program cannot be started: ${reason}. Fix this, or set ${setting} to a server of your own.`,
    { cause: error },
  )
}

/** If one engine does not start, the other is stopped. */
const openBoth = async (settings: Settings, log: WriteLine) => {
  const [postgres, clickhouse] = await Promise.allSettled([
    openPostgres(settings, log),
    openClickHouse(settings, log),
  ])
  if (postgres.status === 'fulfilled' && clickhouse.status === 'fulfilled')
    return { postgres: postgres.value, clickhouse: clickhouse.value }
  if (postgres.status === 'fulfilled') await postgres.value.stop()
  if (clickhouse.status === 'fulfilled') await clickhouse.value.stop()
  throw postgres.status === 'rejected'
    ? refusalOf('Postgres', 'DATABASE_URL', postgres.reason)
    : refusalOf('ClickHouse', 'CLICKHOUSE_URL', (clickhouse as PromiseRejectedResult).reason)
}

/** On a cluster every node gets its tables, one node after the other, under one lock. */
const migrateAnalytics = async (
  { clickhouseCluster: cluster }: Settings,
  postgres: ConnectedDatabase,
  clickhouse: ConnectedClickHouse,
  folder: string,
) => {
  const withLock = <Result>(work: () => Promise<Result>) =>
    withAdvisoryLock(postgres, 'clickhouse migrations', work)
  if (!cluster) {
    await migrateClickHouse(clickhouse, folder, { withLock })
    return
  }
  for (const nodeUrl of cluster.nodeUrls) {
    const node = connectClickHouse(nodeUrl)
    try {
      await migrateClickHouse(node, folder, { withLock, cluster })
    } finally {
      await node.close()
    }
  }
}

export const startEngines = async (
  settings: Settings,
  folders: { postgres: string; clickhouse: string },
  log: WriteLine,
  stopping: AbortSignal,
): Promise<Engines> => {
  const { postgres, clickhouse } = await openBoth(settings, (line) => {
    if (isNews(line)) log(line)
  })
  const stop = async () => {
    await Promise.allSettled([postgres.stop(), clickhouse.stop()])
  }
  try {
    stopping.throwIfAborted()
    await postgres.client.check()
    await clickhouse.client.check()
    await migratePostgres(postgres.client, folders.postgres)
    stopping.throwIfAborted()
    await migrateAnalytics(settings, postgres.client, clickhouse.client, folders.clickhouse)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    postgres: postgres.client,
    clickhouse: clickhouse.client,
    checkDatabase: () => probePostgres(postgres.client.url, probeMilliseconds),
    checkAnalytics: () =>
      settings.clickhouseCluster
        ? checkShards(clickhouse.client)
        : probeClickHouse(clickhouse.client.url, probeMilliseconds),
    stop,
  }
}
