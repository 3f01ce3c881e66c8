import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Sets settings that the plan allowed when the upload was made. */
export const setUploadSettings = (
  postgres: Database,
  id: string,
  settings: Record<string, unknown>,
) =>
  postgres.run(sql`update uploads set new_asset_settings = ${sql.json(settings)} where id = ${id}`)

/** Simulates a program that was killed before it removed the file. */
export const setUploadCancelled = (postgres: Database, id: string) =>
  postgres.run(sql`update uploads set status = 'cancelled', ended_at = now() where id = ${id}`)
