import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const NotesRow = z.object({ error_type_id: z.coerce.number(), notes: z.string() })

export const listErrorNotes = async (environment: Environment, ids: readonly number[]) => {
  const rows = await environment.postgres.rows(
    NotesRow,
    sql`
    select error_type_id, notes from error_notes
    where environment_id = ${environment.id} and error_type_id::text = any(${ids.map(String)})`,
  )
  return new Map(rows.map((row) => [row.error_type_id, row.notes]))
}

export const upsertErrorNotes = (environment: Environment, id: number, notes: string, now: Date) =>
  environment.postgres.run(sql`
    insert into error_notes (environment_id, error_type_id, notes, updated_at)
    values (${environment.id}, ${id}, ${notes}, ${now})
    on conflict (environment_id, error_type_id) do update
    set notes = excluded.notes, updated_at = excluded.updated_at`)

export const deleteErrorNotes = (environment: Environment, id: number) =>
  environment.postgres.run(sql`
    delete from error_notes where environment_id = ${environment.id} and error_type_id = ${id}`)
