import type { z } from 'zod/mini'
import type { RequestLog } from '@playhead/features/activity/events/contract'
import type { RequestLogDetail } from '../contract.ts'
import type { DetailRow, LogRow } from './logs.sql.ts'

interface NamedEnvironment {
  id: string
  name: string
}

export const presentLog = (
  row: LogRow,
  environment: NamedEnvironment,
): z.input<typeof RequestLog> => ({
  id: row.id,
  type: `${row.method} ${row.path}`,
  created_at: row.created_at,
  object: row.object_id === '' ? undefined : { type: row.object_type, id: row.object_id },
  environment,
  data: {
    method: row.method,
    path: row.path,
    route: row.route,
    status: row.status,
    request_id: row.request_id,
    duration_ms: row.duration_ms,
    caller: {
      kind: row.caller_kind,
      id: row.caller_id,
      name: row.caller_name === '' ? undefined : row.caller_name,
    },
    error: row.error === '' ? undefined : (JSON.parse(row.error) as Record<string, unknown>),
  },
})

export const presentLogDetail = (
  row: DetailRow,
  environment: NamedEnvironment,
): z.input<typeof RequestLogDetail> => {
  const log = presentLog(row, environment)
  return {
    ...log,
    data: {
      ...log.data,
      request_body: row.request_body || null,
      response_body: row.response_body || null,
      network: row.ip_prefix,
      user_agent: row.user_agent,
    },
  }
}
