import { join } from 'node:path'
import { type ClickHouse, connect } from '@playhead/clickhouse/client.ts'
import { appliedMigrations, readMigrations } from '@playhead/clickhouse/migrate.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { checkShards } from '@playhead/server-kit/health/check-shards.sql.ts'
import { analyticsVersion } from './check-analytics.sql.ts'
import { compareMigrations } from './compare-migrations.ts'
import { ok, worst } from './finding.ts'

/** Checks the only server, or every node of the cluster. */
const askEach = <Answer>(app: App, ask: (clickhouse: ClickHouse) => Promise<Answer>) =>
  Promise.all(
    app.settings.clickhouseCluster?.nodeUrls.map(async (url) => {
      const node = connect(url)
      try {
        return await ask(node)
      } finally {
        await node.close()
      }
    }) ?? [ask(app.clickhouse)],
  )

export const checkAnalytics = async (app: App) => {
  const versions = await askEach(app, analyticsVersion)
  const { clickhouseCluster: cluster, clickhouseUrl } = app.settings
  if (!cluster)
    return ok(`ClickHouse ${versions[0]} (${clickhouseUrl ? 'of your own' : 'embedded'}) answers.`)
  await checkShards(app.clickhouse)
  const known = [...new Set(versions)].join(', ')
  return ok(`ClickHouse ${known} (cluster ${cluster.name}, ${versions.length} nodes) answers.`)
}

export const checkAnalyticsMigrations = async (app: App) => {
  const files = await readMigrations(join(app.projectRoot, 'database/clickhouse'))
  const findings = await askEach(app, async (clickhouse) => {
    const applied = await appliedMigrations(clickhouse)
    return compareMigrations(
      [...applied].map(([name, checksum]) => ({ name, checksum })),
      files,
    )
  })
  const status = worst(findings.map((finding) => finding.status))
  return findings.find((finding) => finding.status === status) ?? findings[0]!
}
