import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '../tenant.ts'

interface RequestLogEntry {
  method: string
  path: string
  status: number
  requestId: string
  callerKind: 'token' | 'user'
  callerId: string
  callerName: string
  object: { type: string; id: string } | undefined
  error: Record<string, unknown> | undefined
  durationMs: number
}

/** The environment may have been deleted by now, and its log with it. */
export const insertRequestLog = ({ id, postgres }: Environment, entry: RequestLogEntry) =>
  postgres.run(sql`
    insert into request_logs (environment_id, method, path, status, request_id, caller_kind,
      caller_id, caller_name, object_type, object_id, error, duration_ms)
    select id, ${entry.method}, ${entry.path}, ${entry.status}::int, ${entry.requestId}::uuid,
      ${entry.callerKind}, ${entry.callerId}::uuid, ${entry.callerName},
      ${entry.object?.type ?? null}, ${entry.object?.id ?? null},
      ${entry.error ? sql.json(entry.error) : null}::jsonb, ${entry.durationMs}::int
    from environments where id = ${id}`)

export const deleteLogsBefore = (postgres: Database, date: Date, limit: number) =>
  postgres.run(sql`
    delete from request_logs where id in (
      select id from request_logs where created_at < ${date} order by created_at limit ${limit})`)
