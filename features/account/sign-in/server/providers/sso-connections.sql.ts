import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const ConnectionRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  issuer: z.string(),
  client_id: z.string(),
  client_secret_sealed: z.string(),
  email_domains: z.array(z.string()),
})
export type ConnectionRow = z.infer<typeof ConnectionRow>

const columns = sql`c.id, c.organization_id, c.issuer, c.client_id, c.client_secret_sealed,
  c.email_domains`

export const findConnection = (postgres: Database, id: string) =>
  postgres.maybeRow(ConnectionRow, sql`select ${columns} from sso_connections c where c.id = ${id}`)

export const findConnectionOfOrganization = (postgres: Database, organizationId: string) =>
  postgres.maybeRow(
    ConnectionRow,
    sql`select ${columns} from sso_connections c where c.organization_id = ${organizationId}`,
  )

/** An organization that the person belongs to comes before one that only lists the domain: anyone can list a domain. */
export const findConnectionOfEmail = (postgres: Database, email: string) =>
  postgres.maybeRow(
    ConnectionRow,
    sql`
    select ${columns}
    from sso_connections c
      left join (memberships m join users u on u.id = m.user_id and lower(u.email) = ${email})
        on m.organization_id = c.organization_id
    where m.user_id is not null
      or exists (select 1 from unnest(c.email_domains) d where lower(d) = split_part(${email}, '@', 2))
    order by m.user_id is null, c.required desc, c.created_at limit 1`,
  )
