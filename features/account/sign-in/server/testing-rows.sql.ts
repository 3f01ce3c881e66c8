import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** Queries of the tests that read or write tables directly. */
export const readSessionsAsText = async (postgres: Database) =>
  (
    await postgres.row(
      z.object({ text: z.string() }),
      sql`select coalesce(string_agg(s::text, ' '), '') as text from sessions s`,
    )
  ).text

const CountRow = z.object({ count: z.number() })

export const countRows = async (
  postgres: Database,
  table: 'sessions' | 'mailed_links' | 'sign_in_flows' | 'attempts' | 'users',
) =>
  (await postgres.row(CountRow, sql`select count(*)::int as count from ${sql.identifier(table)}`))
    .count

export const countSessionsOf = async (postgres: Database, userId: string) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from sessions where user_id = ${userId}`,
    )
  ).count

export const insertPasskey = (postgres: Database, userId: string) =>
  postgres.run(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name)
    values (${userId}, ${userId}, ${Buffer.alloc(32)}, 0, 'localhost', 'Laptop')`)

export const setDisabled = (postgres: Database, userId: string) =>
  postgres.run(sql`update users set disabled_at = now() where id = ${userId}`)

export const setIntegrated = (postgres: Database, environmentId: string) =>
  postgres.run(sql`update environments set status = 'integrated' where id = ${environmentId}`)

export const setOnboardingDismissed = (postgres: Database, organizationId: string) =>
  postgres.run(
    sql`update organizations set onboarding = '{"dismissed": true}' where id = ${organizationId}`,
  )

export const setFlagOverrides = (
  postgres: Database,
  organizationId: string,
  overrides: Record<string, unknown>,
) =>
  postgres.run(sql`
    update organizations set feature_overrides = ${sql.json(overrides)} where id = ${organizationId}`)

export const setCancelled = (postgres: Database, organizationId: string) =>
  postgres.run(sql`update organizations set cancelled_at = now() where id = ${organizationId}`)

export const setMasquerade = (postgres: Database, userId: string, organizationId: string) =>
  postgres.run(sql`
    update sessions set masquerade_organization_id = ${organizationId} where user_id = ${userId}`)

export const insertSsoConnection = (
  postgres: Database,
  organizationId: string,
  connection: {
    issuer?: string
    clientId?: string
    sealedSecret?: string
    domains?: string[]
    isRequired?: boolean
  } = {},
) =>
  postgres.run(sql`
    insert into sso_connections (organization_id, issuer, client_id, client_secret_sealed,
      email_domains, required)
    values (${organizationId}, ${connection.issuer ?? 'https://sso.example.com'},
      ${connection.clientId ?? 'playhead'}, ${connection.sealedSecret ?? ''},
      ${connection.domains ?? []}, ${connection.isRequired ?? false})`)

const UserRow = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  pending_email: z.string().nullable(),
  oauth_login: z.boolean(),
  internal: z.boolean(),
})

export const readUser = (postgres: Database, email: string) =>
  postgres.maybeRow(
    UserRow,
    sql`
    select id, email, first_name, last_name, pending_email, oauth_login, internal
    from users where email = ${email}`,
  )

const MembershipRow = z.object({ organization_id: z.uuid(), admin: z.boolean() })

export const listMemberships = (postgres: Database, userId: string) =>
  postgres.rows(
    MembershipRow,
    sql`select organization_id, admin from memberships where user_id = ${userId}`,
  )

const ChangeRow = z.object({
  action: z.string(),
  organization_id: z.uuid().nullable(),
  actor_email: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})

/** Without sign-ins, of which most tests make several. */
export const listChanges = (postgres: Database, subjectId: string) =>
  postgres.rows(
    ChangeRow,
    sql`
    select action, organization_id, actor_email, detail from changes
    where subject_id = ${subjectId} and action not in ('user.signed_in', 'user.sign_in_failed')
    order by created_at`,
  )

export const insertInvite = async (
  postgres: Database,
  invite: {
    organizationId: string
    email: string
    tokenHash: Buffer
    expiresAt: Date
    environmentIds?: string[]
  },
) =>
  (
    await postgres.row(
      z.object({ id: z.uuid() }),
      sql`
      insert into invites (organization_id, email, environment_ids, token_hash, expires_at)
      values (${invite.organizationId}, ${invite.email}, ${invite.environmentIds ?? []}::uuid[],
        ${invite.tokenHash}, ${invite.expiresAt})
      returning id`,
    )
  ).id
