import { join } from 'node:path'
import {
  connect as connectClickHouse,
  type ConnectedClickHouse,
} from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { migrate as migrateClickHouse } from '@playhead/clickhouse/migrate.ts'
import { connect as connectPostgres, type ConnectedDatabase } from '@playhead/postgres/client.ts'
import { startPostgres } from '@playhead/postgres/launcher.ts'
import { migrate as migratePostgres } from '@playhead/postgres/migrate.ts'
import { withAdvisoryLock } from '@playhead/postgres/advisory-lock.ts'
import { checkShards } from '@playhead/server-kit/check-shards.sql.ts'
import type { Settings } from '@playhead/server-kit/settings.ts'

export interface Engines {
  postgres: ConnectedDatabase
  clickhouse: ConnectedClickHouse
  /** A sentence for each part that cannot serve right now. */
  readiness: () => Promise<string[]>
  stop(): Promise<void>
}

interface Part<Client> {
  client: Client
  stop(): Promise<void>
}

type WriteLine = (line: string) => void

/** What an engine says of its ordinary life is no news: only the rest goes to the log. */
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

/** One that did not start must not leave the other one running. */
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
    ? postgres.reason
    : (clickhouse as PromiseRejectedResult).reason
}

const complaint = async (name: string, check: Promise<void>) => {
  try {
    await check
    return []
  } catch {
    return [`${name} is not available.`]
  }
}

/** On a cluster every node gets its tables; they are reached one after the other, under one lock. */
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
): Promise<Engines> => {
  const { postgres, clickhouse } = await openBoth(settings, (line) => {
    if (isNews(line)) log(line)
  })
  const stop = async () => {
    await Promise.allSettled([postgres.stop(), clickhouse.stop()])
  }
  try {
    await postgres.client.check()
    await clickhouse.client.check()
    await migratePostgres(postgres.client, folders.postgres)
    await migrateAnalytics(settings, postgres.client, clickhouse.client, folders.clickhouse)
  } catch (error) {
    await stop()
    throw error
  }
  const checkAnalytics = () =>
    settings.clickhouseCluster ? checkShards(clickhouse.client) : clickhouse.client.check()
  return {
    postgres: postgres.client,
    clickhouse: clickhouse.client,
    readiness: async () =>
      (
        await Promise.all([
          complaint('The database', postgres.client.check()),
          complaint('The analytics database', checkAnalytics()),
        ])
      ).flat(),
    stop,
  }
}
