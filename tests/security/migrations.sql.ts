import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Resets the state to that before an update: the migration runs again. */
export const forgetMigration = (postgres: Database, name: string) =>
  postgres.run(sql`delete from schema_migrations where name = ${name}`)
