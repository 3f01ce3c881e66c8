import {
  applyMigrations,
  type MigrationFile,
  type MigrationStore,
  readMigrations,
} from '@playhead/engine-kit/migrations.ts'
import type { Client } from 'pg'
import { withAdvisoryLock } from './advisory-lock.ts'

export { MigrationFailed, readMigrations } from '@playhead/engine-kit/migrations.ts'

/** Applies the missing `*.sql` files of a folder; returns their names. */
export const migrate = async (
  database: { readonly url: string },
  folder: string,
): Promise<string[]> => {
  const files = await readMigrations(folder)
  return withAdvisoryLock(database, 'playhead migrations', async (connection) => {
    await connection.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
    return applyMigrations(files, storeOf(connection))
  })
}

const storeOf = (connection: Client): MigrationStore<MigrationFile> => ({
  words: { engine: 'The database', migration: 'migration', failed: 'failed and was undone' },
  async applied() {
    const { rows } = await connection.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations',
    )
    return new Map(rows.map((row) => [row.name, row.checksum]))
  },
  async apply(file) {
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
      throw error
    }
  },
})
