import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const CountRow = z.object({ count: z.number() })

export const countMembers = async (postgres: Database, organizationId: string) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from memberships where organization_id = ${organizationId}`,
    )
  ).count
