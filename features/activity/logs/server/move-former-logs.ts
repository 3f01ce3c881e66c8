import type { App } from '@playhead/server-kit/app.ts'
import type { RequestLogRow } from '@playhead/server-kit/request-log/request-log.ts'
import { deleteFormerLogs, listFormerLogs } from './former-logs.sql.ts'

const portion = 1000
const noCaller = '00000000-0000-0000-0000-000000000000'

/**
 * Earlier versions logged calls in Postgres, and so do their backups. A run that is interrupted between insert and
 * delete repeats the insert under the same token, so that it counts once.
 */
export const moveFormerLogs = async ({ postgres, clickhouse }: App) => {
  for (;;) {
    const rows = await listFormerLogs(postgres, portion)
    if (rows.length === 0) return
    const moved = rows.map(({ created_at, error, ...row }): RequestLogRow => ({
      ...row,
      created_at: created_at.toISOString(),
      route: row.path,
      error: error ? JSON.stringify(error) : '',
      error_type: typeof error?.['type'] === 'string' ? error['type'] : '',
      caller_id: row.caller_id ?? noCaller,
      caller_name: row.caller_name ?? '',
      object_type: row.object_type ?? '',
      object_id: row.object_id ?? '',
      ip_prefix: '',
      user_agent: '',
      request_body: '',
      response_body: '',
    }))
    const token = `former ${rows[0]!.id} ${rows.at(-1)!.id} ${rows.length}`
    await clickhouse.insert('request_logs', moved, { token })
    await deleteFormerLogs(
      postgres,
      rows.map(({ id }) => id),
    )
  }
}
