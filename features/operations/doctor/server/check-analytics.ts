import { join } from 'node:path'
import { appliedMigrations, readMigrations } from '@playhead/clickhouse/migrate.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { analyticsVersion } from './check-analytics.sql.ts'
import { compareMigrations } from './compare-migrations.ts'
import { ok } from './finding.ts'

export const checkAnalytics = async (app: App) => {
  const version = await analyticsVersion(app.clickhouse)
  const place = app.settings.clickhouseUrl ? 'of your own' : 'embedded'
  return ok(`ClickHouse ${version} (${place}) answers.`)
}

export const checkAnalyticsMigrations = async (app: App) => {
  const applied = await appliedMigrations(app.clickhouse)
  return compareMigrations(
    [...applied].map(([name, checksum]) => ({ name, checksum })),
    await readMigrations(join(app.projectRoot, 'database/clickhouse')),
  )
}
