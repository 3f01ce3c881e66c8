import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const SsoConnectionRow = z.object({
  id: z.uuid(),
  issuer: z.string(),
  client_id: z.string(),
  client_secret_sealed: z.string(),
  email_domains: z.array(z.string()),
  required: z.boolean(),
})
export type SsoConnectionRow = z.infer<typeof SsoConnectionRow>

const columns = sql`id, issuer, client_id, client_secret_sealed, email_domains, required`

export const findSsoConnection = (organization: Organization) =>
  organization.postgres.maybeRow(
    SsoConnectionRow,
    sql`select ${columns} from sso_connections where organization_id = ${organization.id}`,
  )

export const upsertSsoConnection = (
  organization: Organization,
  given: Omit<SsoConnectionRow, 'id'>,
) =>
  organization.postgres.row(
    SsoConnectionRow,
    sql`
    insert into sso_connections (organization_id, issuer, client_id, client_secret_sealed,
      email_domains, required)
    values (${organization.id}, ${given.issuer}, ${given.client_id}, ${given.client_secret_sealed},
      ${given.email_domains}, ${given.required})
    on conflict (organization_id) do update set issuer = excluded.issuer,
      client_id = excluded.client_id, client_secret_sealed = excluded.client_secret_sealed,
      email_domains = excluded.email_domains, required = excluded.required
    returning ${columns}`,
  )

export const deleteSsoConnection = (organization: Organization) =>
  organization.postgres.run(
    sql`delete from sso_connections where organization_id = ${organization.id}`,
  )

/** Locked until the transaction ends: across the whole server, domains are claimed one at a time. */
export const lockDomains = (organization: Organization) =>
  organization.postgres.run(sql`select pg_advisory_xact_lock(hashtext('sso domains'))`)

const DomainRow = z.object({ domain: z.string() })

export const listDomainsOfOthers = (organization: Organization, domains: readonly string[]) =>
  organization.postgres.rows(
    DomainRow,
    sql`
    select distinct domain from sso_connections, unnest(email_domains) as domain
    where organization_id <> ${organization.id} and domain = any(${domains}) order by domain`,
  )
