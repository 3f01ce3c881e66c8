import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const TenantRow = z.object({ id: z.uuid(), organization_id: z.uuid() })

/** Of all tenants: those with a source that is not counted until this hour. */
export const listEnvironmentsToCount = (postgres: Database, until: Date) =>
  postgres.rows(
    TenantRow,
    sql`
    select id, organization_id from environments e
    where (select count(*) from usage_marks m
      where m.environment_id = e.id and m.counted_until >= ${until}) < 2
    order by created_at, id`,
  )

export const listAllEnvironments = (postgres: Database) =>
  postgres.rows(
    TenantRow,
    sql`select id, organization_id from environments order by created_at, id`,
  )

export const listEnvironmentsOf = ({ id, postgres }: Organization) =>
  postgres.rows(
    TenantRow,
    sql`select id, organization_id from environments where organization_id = ${id} order by id`,
  )
