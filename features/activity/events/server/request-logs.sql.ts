import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const RequestLogRow = z.object({
  id: z.uuid(),
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
  created_at: z.date(),
  environment_id: z.uuid(),
  environment_name: z.string(),
})
export type RequestLogRow = z.infer<typeof RequestLogRow>

export const listLogRowsOf = (environment: Environment, objectId: string, limit: number) =>
  environment.postgres.rows(
    RequestLogRow,
    sql`
    select l.id, l.method, l.path, l.status, l.request_id, l.caller_kind, l.caller_id,
      l.caller_name, l.object_type, l.object_id, l.error, l.duration_ms, l.created_at,
      l.environment_id, e.name as environment_name
    from request_logs l join environments e on e.id = l.environment_id
    where l.environment_id = ${environment.id} and l.object_id = ${objectId}
    order by l.sequence desc limit ${limit}`,
  )
