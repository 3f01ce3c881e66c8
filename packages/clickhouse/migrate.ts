import {
  applyMigrations,
  type MigrationFile,
  type MigrationStore,
  readMigrations,
} from '@playhead/engine-kit/migrations.ts'
import { z } from 'zod'
import type { ClickHouse } from './client.ts'
import { inClusterForm, type ClusterForm } from './cluster-form.ts'
import { splitStatements } from './split-statements.ts'
import { foreignStatement, sql } from './sql.ts'

export { readMigrations } from '@playhead/engine-kit/migrations.ts'

export interface MigrateOptions {
  /** ClickHouse has no locks, so the caller passes one that all processes of the installation share. */
  withLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Set for each node of a cluster. */
  cluster?: ClusterForm | undefined
}

interface SplitFile extends MigrationFile {
  statements: string[]
}

const migrationSeconds = 3_600

/**
 * Applies the missing `*.sql` files of a folder; returns their names. ClickHouse has no transactions, and a file that
 * failed runs again from its first statement: therefore statements use IF NOT EXISTS.
 */
export const migrate = async (
  clickhouse: ClickHouse,
  folder: string,
  { withLock, cluster }: MigrateOptions,
): Promise<string[]> => {
  const files = (await readMigrations(folder)).map((file) => ({
    ...file,
    statements: splitStatements(file.text),
  }))
  return withLock(() => applyMigrations(files, storeOf(clickhouse, cluster)))
}

const storeOf = (
  clickhouse: ClickHouse,
  cluster: ClusterForm | undefined,
): MigrationStore<SplitFile> => ({
  words: { engine: 'ClickHouse', migration: 'ClickHouse migration', failed: 'failed' },
  applied: () => appliedMigrations(clickhouse),
  async apply(file) {
    const statements = cluster
      ? file.statements.flatMap((statement) => inClusterForm(statement, cluster))
      : file.statements
    for (const statement of statements)
      await clickhouse.command(foreignStatement(statement), { maximumSeconds: migrationSeconds })
    await clickhouse.insert('schema_migrations', [{ name: file.name, checksum: file.checksum }])
  },
})

/** The very first file creates the table that these are read from. */
export const appliedMigrations = async (clickhouse: ClickHouse): Promise<Map<string, string>> => {
  const tables = await clickhouse.rows(
    z.object({ name: z.string() }),
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name = ${'schema_migrations'}`,
  )
  if (tables.length === 0) return new Map()
  const applied = await clickhouse.rows(
    z.object({ name: z.string(), checksum: z.string() }),
    sql`SELECT name, checksum FROM schema_migrations`,
  )
  return new Map(applied.map((row) => [row.name, row.checksum]))
}
