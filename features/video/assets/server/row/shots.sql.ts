import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const updateShotsStatus = (
  environment: Environment,
  assetId: string,
  status: 'pending' | 'deleted',
) =>
  environment.postgres.run(sql`
    update assets set shots_status = ${status}, shots_error = null
    where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted'`)

/** Returns whether the shots are still wanted. */
export const endShots = async (
  environment: Environment,
  assetId: string,
  status: 'completed' | 'skipped' | 'errored',
  message: string | null = null,
) =>
  (await environment.postgres.run(sql`
    update assets set shots_status = ${status}, shots_error = ${message}
    where environment_id = ${environment.id} and id = ${assetId} and status = 'ready'
      and shots_status = 'pending'`)) === 1
