import { join } from 'node:path'
import { listAppliedMigrations } from '@playhead/postgres/applied-migrations.ts'
import { readMigrations } from '@playhead/postgres/migrate.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { describeServer } from './check-database.sql.ts'
import { compareMigrations } from './compare-migrations.ts'
import { failed, ok, warning } from './finding.ts'

const oldestMajor = 15
const clockMaxSeconds = 5

export const checkDatabase = async (app: App) => {
  const { version, major } = await describeServer(app.postgres)
  const place = app.settings.databaseUrl ? 'of your own' : 'embedded'
  return major < oldestMajor
    ? failed(`Postgres ${version} is too old; ${oldestMajor} or newer is needed.`)
    : ok(`Postgres ${version} (${place}) answers.`)
}

export const checkDatabaseMigrations = async (app: App) =>
  compareMigrations(
    await listAppliedMigrations(app.postgres),
    await readMigrations(join(app.projectRoot, 'database/postgres')),
  )

/** The program and the database each use their own clock to expire links, sessions and tokens. */
export const checkClock = async (app: App) => {
  const before = app.clock.now()
  const { now } = await describeServer(app.postgres)
  const seconds = Math.abs(now.getTime() - before.getTime()) / 1000
  return seconds > clockMaxSeconds
    ? warning(
        `The clocks of program and database are ${Math.round(seconds)} seconds apart; synchronize both with NTP.`,
      )
    : ok(`${before.toISOString()}, and the database agrees.`)
}
