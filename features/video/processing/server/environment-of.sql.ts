import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const OwnerRow = z.object({ organization_id: z.uuid() })

/** Jobs run without a request; undefined when the environment is gone. */
export const environmentOf = async (
  { postgres, clickhouse }: Pick<App, 'postgres' | 'clickhouse'>,
  id: string,
): Promise<Environment | undefined> => {
  const row = await postgres.maybeRow(
    OwnerRow,
    sql`select organization_id from environments where id = ${id}`,
  )
  return row && { id, organizationId: row.organization_id, postgres, clickhouse }
}
