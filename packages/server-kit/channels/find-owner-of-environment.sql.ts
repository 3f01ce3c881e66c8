import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** The organization of an environment. Whether the caller may open either is decided afterwards. */
export const findOwnerOfEnvironment = async (postgres: Database, environmentId: string) => {
  const Row = z.object({ organization_id: z.uuid() })
  const row = await postgres.maybeRow(
    Row,
    sql`select organization_id from environments where id = ${environmentId}`,
  )
  return row?.organization_id
}
