import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClickHouse } from './client.ts'
import { inClusterForm, type ClusterForm } from './cluster-form.ts'
import { MigrationFailed } from './migration-failed.ts'
import { splitStatements } from './split-statements.ts'
import { sql, SqlFragment } from './sql.ts'

export interface MigrateOptions {
  /** ClickHouse has no locks of its own, so whoever migrates brings one that all programs of the installation share. */
  withLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Set for each node of a cluster. */
  cluster?: ClusterForm | undefined
}

export interface MigrationFile {
  name: string
  statements: string[]
  checksum: string
}

const migrationSeconds = 3_600

/**
 * Brings the database up to date with the `*.sql` files of a folder; answers the names it applied. ClickHouse undoes
 * nothing, and a file that failed runs again from its first statement: statements say IF NOT EXISTS.
 */
export async function migrate(
  clickhouse: ClickHouse,
  folder: string,
  { withLock, cluster }: MigrateOptions,
): Promise<string[]> {
  const files = await readMigrations(folder)
  return withLock(async () => {
    const pending = pendingMigrations(await appliedMigrations(clickhouse), files)
    for (const file of pending) await apply(clickhouse, file, cluster)
    return pending.map((file) => file.name)
  })
}

/** The very first file makes the table that these are read from. */
export async function appliedMigrations(clickhouse: ClickHouse): Promise<Map<string, string>> {
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

function pendingMigrations(
  applied: ReadonlyMap<string, string>,
  files: readonly MigrationFile[],
): MigrationFile[] {
  for (const name of applied.keys()) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationFailed(
        `ClickHouse knows the migration ${name}, which this version of the program lacks: it was migrated by a newer version.`,
      )
    }
  }
  for (const file of files) {
    const checksum = applied.get(file.name)
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationFailed(
        `The ClickHouse migration ${file.name} was changed after it had been applied; put the change into a new file.`,
      )
    }
  }
  return files.filter((file) => !applied.has(file.name))
}

async function apply(
  clickhouse: ClickHouse,
  file: MigrationFile,
  cluster: ClusterForm | undefined,
): Promise<void> {
  try {
    const statements = cluster
      ? file.statements.flatMap((statement) => inClusterForm(statement, cluster))
      : file.statements
    for (const statement of statements)
      await clickhouse.command(SqlFragment.compose([statement], []), {
        maximumSeconds: migrationSeconds,
      })
    await clickhouse.insert('schema_migrations', [{ name: file.name, checksum: file.checksum }])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationFailed(`The ClickHouse migration ${file.name} failed: ${reason}`, error)
  }
}

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with other line ends is the same migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const statements = splitStatements(text)
      return { name, statements, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
