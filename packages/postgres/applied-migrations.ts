import { z } from 'zod'
import type { Database } from './client.ts'
import { sql } from './sql.ts'

export const AppliedMigration = z.object({ name: z.string(), checksum: z.string() })
export type AppliedMigration = z.infer<typeof AppliedMigration>

export const listAppliedMigrations = (database: Database): Promise<AppliedMigration[]> =>
  database.rows(AppliedMigration, sql`SELECT name, checksum FROM schema_migrations ORDER BY name`)
