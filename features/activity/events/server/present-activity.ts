import type { z } from 'zod/mini'
import type { Event, ListedEvent, RequestLog } from '../contract.ts'
import type { EventRow } from './events.sql.ts'
import type { ListedEventRow } from './list-events.sql.ts'
import type { RequestLogRow } from './request-logs.sql.ts'

export const presentEvent = (row: EventRow): z.input<typeof Event> => ({
  id: row.id,
  type: row.type,
  created_at: row.created_at.toISOString(),
  object: { type: row.object_type, id: row.object_id },
  environment: { id: row.environment_id, name: row.environment_name },
  data: row.data,
})

export const presentListedEvent = (row: ListedEventRow): z.input<typeof ListedEvent> => ({
  ...presentEvent(row),
  delivery: { delivered: row.delivered, pending: row.pending, failed: row.failed },
})

export const presentLog = (row: RequestLogRow): z.input<typeof RequestLog> => ({
  id: row.id,
  type: `${row.method} ${row.path}`,
  created_at: row.created_at.toISOString(),
  object:
    row.object_type !== null && row.object_id !== null
      ? { type: row.object_type, id: row.object_id }
      : undefined,
  environment: { id: row.environment_id, name: row.environment_name },
  data: {
    method: row.method,
    path: row.path,
    status: row.status,
    request_id: row.request_id,
    duration_ms: row.duration_ms,
    caller: {
      kind: row.caller_kind,
      id: row.caller_id ?? undefined,
      name: row.caller_name ?? undefined,
    },
    error: row.error ?? undefined,
  },
})
