import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findEnvironmentName } from './environment-name.sql.ts'
import { listLogRowsOf } from './logs.sql.ts'
import { presentLog } from './present-log.ts'

/** Newest first. They may lag behind the calls by half a second. */
export const listLogsOf = async (environment: Environment, objectId: string, limit: number) => {
  const [rows, name] = await Promise.all([
    listLogRowsOf(environment, objectId, limit),
    findEnvironmentName(environment),
  ])
  return rows.map((row) => presentLog(row, { id: environment.id, name }))
}
