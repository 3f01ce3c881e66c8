import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const FormerLogRow = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  created_at: z.date(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  request_id: z.uuid(),
  caller_kind: z.enum(['token', 'user']),
  caller_id: z.uuid().nullable(),
  caller_name: z.string().nullable(),
  object_type: z.string().nullable(),
  object_id: z.string().nullable(),
  error: z.record(z.string(), z.unknown()).nullable(),
  duration_ms: z.number(),
})

export const listFormerLogs = (postgres: Database, limit: number) =>
  postgres.rows(
    FormerLogRow,
    sql`
    select id, environment_id, created_at, method, path, status, request_id, caller_kind, caller_id,
      caller_name, object_type, object_id, error, duration_ms
    from request_logs order by created_at, id limit ${limit}`,
  )

export const deleteFormerLogs = (postgres: Database, ids: readonly string[]) =>
  postgres.run(sql`delete from request_logs where id = any(${ids}::uuid[])`)
