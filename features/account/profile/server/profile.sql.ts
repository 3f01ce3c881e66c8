import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const PersonRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
})
type PersonRow = z.infer<typeof PersonRow>

export const findPerson = (postgres: Database, id: string) =>
  postgres.row(
    PersonRow,
    sql`select id, first_name, last_name, email, pending_email from users where id = ${id}`,
  )

const MemberRow = z.object({ admin: z.boolean(), other_admins: z.number() })

/** A member, and the number of other admins in the organization. */
export const findMember = (organization: Organization, userId: string) =>
  organization.postgres.maybeRow(
    MemberRow,
    sql`
    select m.admin, (select count(*)::int from memberships o
      where o.organization_id = m.organization_id and o.admin and o.user_id <> m.user_id) as other_admins
    from memberships m where m.organization_id = ${organization.id} and m.user_id = ${userId}`,
  )

const SettingsRow = z.object({ starred_dimensions: z.array(z.string()) })

export const findSettings = (postgres: Database, userId: string) =>
  postgres.row(SettingsRow, sql`select starred_dimensions from users where id = ${userId}`)
