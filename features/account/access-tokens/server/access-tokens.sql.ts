import { z } from 'zod'
import { environmentTypes } from '@playhead/domain/environment.ts'
import { type Scope, scopes } from '@playhead/domain/scopes.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

export const AccessTokenRow = z.object({
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(scopes)),
  environment_id: z.uuid(),
  environment_name: z.string(),
  environment_type: z.enum(environmentTypes),
  environment_key: z.string(),
  created_at: z.date(),
  created_by_email: z.string().nullable(),
  last_used_at: z.date().nullable(),
  valid_until: z.date().nullable(),
  expires_at: z.date().nullable(),
})
export type AccessTokenRow = z.infer<typeof AccessTokenRow>

const columns = sql`t.id, t.name, t.permissions, t.created_at, t.created_by_email, t.last_used_at,
  t.valid_until, t.expires_at, e.id as environment_id, e.name as environment_name, e.type as environment_type,
  e.key as environment_key`

interface TokenFilter {
  isShowingRevoked: boolean
}

const listed = (organization: Organization, { isShowingRevoked }: TokenFilter) => sql`
  from access_tokens t join environments e on e.id = t.environment_id
  where e.organization_id = ${organization.id} and (${isShowingRevoked} or t.expires_at is null)`

const CountRow = z.object({ count: z.number() })

export const countAccessTokens = async (organization: Organization, filter: TokenFilter) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count ${listed(organization, filter)}`,
    )
  ).count

interface TokenOrder {
  by: 'created_at' | 'name'
  direction: 'asc' | 'desc'
}

const orders = {
  created_at: { asc: sql`t.created_at, t.id`, desc: sql`t.created_at desc, t.id desc` },
  name: { asc: sql`lower(t.name), t.id`, desc: sql`lower(t.name) desc, t.id desc` },
}

export const listAccessTokens = (
  organization: Organization,
  filter: TokenFilter,
  order: TokenOrder,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    AccessTokenRow,
    sql`
    select ${columns} ${listed(organization, filter)}
    order by ${orders[order.by][order.direction]} limit ${limit} offset ${(page - 1) * limit}`,
  )

const one = (organization: Organization, id: string) => sql`
  select ${columns} from access_tokens t join environments e on e.id = t.environment_id
  where e.organization_id = ${organization.id} and t.id = ${id}`

export const findAccessToken = (organization: Organization, id: string) =>
  organization.postgres.maybeRow(AccessTokenRow, one(organization, id))

/** Locks the row until the transaction ends, so that the change and its audit entry agree. */
export const lockAccessToken = (organization: Organization, id: string) =>
  organization.postgres.maybeRow(AccessTokenRow, sql`${one(organization, id)} for update of t`)

export interface NewAccessToken {
  environmentId: string
  name: string
  permissions: readonly Scope[]
  secretHash: Buffer
  validUntil?: Date | null | undefined
  createdBy: { userId: string; email: string } | undefined
}

/** Inserts nothing and returns no row when the environment belongs to another organization. */
export const insertAccessToken = (
  organization: Organization,
  { environmentId, name, permissions, secretHash, validUntil, createdBy }: NewAccessToken,
) =>
  organization.postgres.maybeRow(
    AccessTokenRow,
    sql`
    with t as (
      insert into access_tokens (environment_id, name, permissions, secret_hash, created_by,
        created_by_email, valid_until, created_at)
      select id, ${name}, ${permissions}, ${secretHash}, ${createdBy?.userId ?? null}::uuid,
        ${createdBy?.email ?? null}, ${validUntil ?? null}::timestamptz, clock_timestamp()
      from environments where organization_id = ${organization.id} and id = ${environmentId}
      for key share
      returning *)
    select ${columns} from t join environments e on e.id = t.environment_id`,
  )

export const updateAccessTokenName = (organization: Organization, id: string, name: string) =>
  organization.postgres.run(sql`
    update access_tokens t set name = ${name} from environments e
    where e.id = t.environment_id and e.organization_id = ${organization.id} and t.id = ${id}`)

export const revokeAccessToken = (organization: Organization, id: string, now: Date) =>
  organization.postgres.run(sql`
    update access_tokens t set expires_at = ${now} from environments e
    where e.id = t.environment_id and e.organization_id = ${organization.id} and t.id = ${id}`)

const OwnerRow = z.object({ organization_id: z.uuid() })

/** The operator passes only an environment id; this query finds its organization. */
export const findOrganizationOfEnvironment = async (postgres: Database, environmentId: string) =>
  (
    await postgres.maybeRow(
      OwnerRow,
      sql`select organization_id from environments where id = ${environmentId}`,
    )
  )?.organization_id
