import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const IdRow = z.object({ id: z.uuid() })

export const listOrganizationsWithUsage = async (
  postgres: Database,
  { from, until }: { from: Date; until: Date },
) =>
  (
    await postgres.rows(
      IdRow,
      sql`
      select distinct organization_id as id from usage_hours
      where hour >= ${from} and hour < ${until} order by id`,
    )
  ).map(({ id }) => id)
