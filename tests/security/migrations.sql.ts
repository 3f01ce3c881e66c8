import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** As a server is that has not been updated yet: the migration runs again. */
export const forgetMigration = (postgres: Database, name: string) =>
  postgres.run(sql`delete from schema_migrations where name = ${name}`)
