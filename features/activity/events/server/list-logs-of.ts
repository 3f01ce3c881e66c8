import type { Environment } from '@playhead/server-kit/tenant.ts'
import { presentLog } from './present-activity.ts'
import { listLogRowsOf } from './request-logs.sql.ts'

export const listLogsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listLogRowsOf(environment, objectId, limit)).map(presentLog)
