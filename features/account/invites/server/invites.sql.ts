import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

export const InviteRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  email: z.string(),
  type: z.string().nullable(),
  plan: z.string().nullable(),
  admin: z.boolean(),
  environment_ids: z.array(z.uuid()),
  redirect_url: z.string().nullable(),
  token_hash: z.instanceof(Uint8Array),
  created_at: z.date(),
  expires_at: z.date(),
})
export type InviteRow = z.infer<typeof InviteRow>

const columns = sql`id, organization_id, email, type, plan, admin, environment_ids, redirect_url,
  token_hash, created_at, expires_at`

/** The invited person does not belong to an organization yet, so the id alone finds the invite. */
export const findOpenInvite = (postgres: Database, id: string, now: Date) =>
  postgres.maybeRow(
    InviteRow,
    sql`select ${columns} from invites where id = ${id} and expires_at > ${now}`,
  )

/** When two requests accept one invite at once, the second waits and finds nothing. */
export const takeInvite = (postgres: Database, id: string, email: string, now: Date) =>
  postgres.maybeRow(
    InviteRow,
    sql`
    delete from invites where id = ${id} and lower(email) = lower(${email}) and expires_at > ${now}
    returning ${columns}`,
  )

const openIn = (organization: Organization, now: Date) =>
  sql`organization_id = ${organization.id} and expires_at > ${now}`

const CountRow = z.object({ count: z.number() })

/** With an address, counts only the invite for that address. */
export const countInvites = async (organization: Organization, now: Date, email: string | null) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from invites where ${openIn(organization, now)}
        and (${email}::text is null or lower(email) = lower(${email}))`,
    )
  ).count

export const listInvites = (
  organization: Organization,
  now: Date,
  email: string | null,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    InviteRow,
    sql`
    select ${columns} from invites where ${openIn(organization, now)}
      and (${email}::text is null or lower(email) = lower(${email}))
    order by created_at desc, id limit ${limit} offset ${(page - 1) * limit}`,
  )

export type InviteName = { id: string } | { email: string }

const named = (name: InviteName) =>
  'id' in name ? sql`id = ${name.id}` : sql`lower(email) = lower(${name.email})`

export const findInvite = (organization: Organization, now: Date, id: string) =>
  organization.postgres.maybeRow(
    InviteRow,
    sql`select ${columns} from invites where ${openIn(organization, now)} and id = ${id}`,
  )

export const lockInvite = (organization: Organization, now: Date, name: InviteName) =>
  organization.postgres.maybeRow(
    InviteRow,
    sql`
    select ${columns} from invites
    where ${openIn(organization, now)} and ${named(name)} for update`,
  )

export interface NewInvite {
  email: string
  admin: boolean
  environmentIds: readonly string[]
  redirectUrl: string | null
  tokenHash: Buffer
  invitedBy: string
  expiresAt: Date
}

/** An expired invite for the same address is replaced. */
export const insertInvite = (organization: Organization, invite: NewInvite) =>
  organization.postgres.row(
    InviteRow,
    sql`
    insert into invites (organization_id, email, admin, environment_ids, type, redirect_url,
      token_hash, invited_by, expires_at)
    values (${organization.id}, ${invite.email}, ${invite.admin}, ${invite.environmentIds},
      'organization', ${invite.redirectUrl}, ${invite.tokenHash}, ${invite.invitedBy},
      ${invite.expiresAt})
    on conflict (organization_id, lower(email)) do update set email = excluded.email,
      id = excluded.id, admin = excluded.admin, environment_ids = excluded.environment_ids,
      redirect_url = excluded.redirect_url, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    returning ${columns}`,
  )

export const updateInvite = (
  organization: Organization,
  id: string,
  invite: Pick<NewInvite, 'admin' | 'environmentIds' | 'redirectUrl'>,
) =>
  organization.postgres.row(
    InviteRow,
    sql`
    update invites set admin = ${invite.admin}, environment_ids = ${invite.environmentIds},
      redirect_url = ${invite.redirectUrl}
    where organization_id = ${organization.id} and id = ${id} returning ${columns}`,
  )

export const deleteInvite = (organization: Organization, id: string) =>
  organization.postgres.run(
    sql`delete from invites where organization_id = ${organization.id} and id = ${id}`,
  )

const OrganizationState = z.object({ name: z.string(), cancelled_at: z.date().nullable() })

export const findOrganizationState = (organization: Organization) =>
  organization.postgres.row(
    OrganizationState,
    sql`select name, cancelled_at from organizations where id = ${organization.id}`,
  )

const DeletedInviteRow = z.object({ id: z.uuid(), organization_id: z.uuid(), email: z.string() })

/** In every organization: the address no longer belongs to this person. */
export const deleteInvitesTo = (postgres: Database, email: string) =>
  postgres.rows(
    DeletedInviteRow,
    sql`delete from invites where lower(email) = lower(${email}) returning id, organization_id, email`,
  )

export const forgetEnvironmentInInvites = (organization: Organization, id: string) =>
  organization.postgres.run(sql`
    update invites set environment_ids = array_remove(environment_ids, ${id}::uuid)
    where organization_id = ${organization.id} and ${id} = any(environment_ids)`)
