import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** How many of these channels the environment has. */
export const countChannelsOf = async (environment: Environment, channelIds: readonly string[]) => {
  const { count } = await environment.postgres.row(
    z.object({ count: z.number() }),
    sql`
    select count(*)::int as count from notification_channels
    where environment_id = ${environment.id} and id = any(${[...channelIds]}::uuid[])`,
  )
  return count
}
