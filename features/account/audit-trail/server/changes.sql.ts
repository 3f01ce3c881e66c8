import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const ChangeRow = z.object({
  id: z.uuid(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  environment_id: z.uuid().nullable(),
  actor_kind: z.enum(['user', 'token', 'operator', 'system']),
  actor_email: z.string().nullable(),
  masquerading: z.boolean(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.date(),
})

export const listChanges = (
  organization: Organization,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    ChangeRow,
    sql`
    select id, action, subject_type, subject_id, subject_name, environment_id, actor_kind,
      actor_email, masquerading, detail, created_at
    from changes where organization_id = ${organization.id}
    order by created_at desc, id limit ${limit} offset ${(page - 1) * limit}`,
  )

const CountRow = z.object({ count: z.number() })

export const countChanges = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from changes where organization_id = ${organization.id}`,
    )
  ).count
