import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { withAdvisoryLock } from './advisory-lock.ts'

export interface MigrationFile {
  name: string
  text: string
  checksum: string
}

export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  readonly isFinal = true
  readonly publicMessage: string

  constructor(publicMessage: string, cause?: unknown) {
    super(publicMessage, { cause })
    this.publicMessage = publicMessage
  }
}

/** Brings the database up to date with the `*.sql` files of a folder; answers the names it applied. */
export async function migrate(
  database: { readonly url: string },
  folder: string,
): Promise<string[]> {
  const files = await readMigrations(folder)
  return withAdvisoryLock(database, 'playhead migrations', async (connection) => {
    await connection.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
    const pending = await pendingMigrations(connection, files)
    for (const file of pending) await apply(connection, file)
    return pending.map((file) => file.name)
  })
}

async function pendingMigrations(
  connection: Client,
  files: readonly MigrationFile[],
): Promise<MigrationFile[]> {
  const { rows } = await connection.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  )
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const name of checksums.keys()) {
    if (!files.some((file) => file.name === name)) {
      throw new MigrationFailed(
        `The database knows the migration ${name}, which this version of the program lacks: it was migrated by a newer version.`,
      )
    }
  }
  for (const file of files) {
    const applied = checksums.get(file.name)
    if (applied !== undefined && applied !== file.checksum) {
      throw new MigrationFailed(
        `The migration ${file.name} was changed after it had been applied; put the change into a new file.`,
      )
    }
  }
  return files.filter((file) => !checksums.has(file.name))
}

async function apply(connection: Client, file: MigrationFile): Promise<void> {
  await connection.query('BEGIN')
  try {
    await connection.query(file.text)
    await connection.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      file.name,
      file.checksum,
    ])
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationFailed(`The migration ${file.name} failed and was undone: ${reason}`, error)
  }
}

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with other line ends is the same migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
