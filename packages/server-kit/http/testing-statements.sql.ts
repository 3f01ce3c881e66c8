import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Takes longer than the statement timeout. */
export const runLongStatement = (postgres: Database) => postgres.run(sql`select pg_sleep(30)`)
