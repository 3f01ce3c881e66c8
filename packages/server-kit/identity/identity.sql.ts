import { z } from 'zod'
import { environmentTypes } from '@playhead/domain/environment.ts'
import { scopes } from '@playhead/domain/scopes.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { oldestSession } from './session-lifetime.ts'

/** These queries run before any tenant is known: they identify the caller. */
export const SessionRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  method: z.string(),
  sso_organization_id: z.uuid().nullable(),
  masquerade_organization_id: z.uuid().nullable(),
  created_at: z.date(),
  renewed_at: z.date(),
  expires_at: z.date(),
  last_seen_at: z.date(),
  /** When this person last proved their identity; null for a request with the previous token. */
  proved_at: z.date().nullable(),
  /** When a second factor proved this session. */
  second_factor_at: z.date().nullable(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  pending_email: z.string().nullable(),
  oauth_login: z.boolean(),
  /** Staff of the operator; never in a single sign-on session, because an organization's admin runs the provider. */
  internal: z.boolean(),
  disabled_at: z.date().nullable(),
})
export type SessionRow = z.infer<typeof SessionRow>

const sessionColumns = sql`s.id, s.user_id, s.method, s.sso_organization_id,
  s.masquerade_organization_id, s.created_at, s.renewed_at, s.expires_at, s.last_seen_at,
  s.second_factor_at, u.email, u.first_name, u.last_name, u.pending_email, u.oauth_login,
  u.internal and s.method <> 'sso' as internal, u.disabled_at`

export const findSession = (
  postgres: Database,
  tokenHash: Buffer,
  now: Date,
  previousValidSince: Date,
) =>
  postgres.maybeRow(
    SessionRow,
    sql`
    select ${sessionColumns},
      case when s.token_hash = ${tokenHash} then s.proved_at end as proved_at
    from sessions s join users u on u.id = s.user_id
    where s.expires_at > ${now} and s.created_at > ${oldestSession(now)} and (s.token_hash = ${tokenHash}
      or (s.previous_token_hash = ${tokenHash} and s.renewed_at > ${previousValidSince}))`,
  )

/** For a caller who proved the id with a signed statement: it is no proof of identity for changes. */
export const findSessionById = (postgres: Database, id: string, now: Date) =>
  postgres.maybeRow(
    SessionRow,
    sql`
    select ${sessionColumns}, null::timestamptz as proved_at
    from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.expires_at > ${now} and s.created_at > ${oldestSession(now)}`,
  )

/** Of concurrent calls only one updates the row, so that the others do not wait for its lock. */
export const touchSession = (
  postgres: Database,
  id: string,
  { at, before, expiresAt, network }: { at: Date; before: Date; expiresAt: Date; network: string },
) =>
  postgres.run(
    sql`update sessions set last_seen_at = ${at}, expires_at = ${expiresAt},
        network = ${network}
      where id = ${id} and last_seen_at < ${before}`,
  )

export const OrganizationRow = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
  account_notifications: z.array(z.record(z.string(), z.unknown())),
  marketplace_type: z.string().nullable(),
  tos_required: z.boolean(),
  onboarding: z.record(z.string(), z.unknown()),
  cancelled_at: z.date().nullable(),
  sso_required: z.boolean(),
  second_factor_required: z.boolean(),
  /** The caller's role; staff who masquerade have that of an admin. */
  admin: z.boolean(),
})
export type OrganizationRow = z.infer<typeof OrganizationRow>

const organizationColumns = sql`o.id, o.name, o.plan, o.plan_flags, o.feature_overrides,
  o.account_notifications || o.usage_notices as account_notifications,
  o.marketplace_type, o.tos_required, o.onboarding, o.cancelled_at,
  o.second_factor_required, coalesce(c.required, false) as sso_required`

export const listMemberships = (postgres: Database, userId: string) =>
  postgres.rows(
    OrganizationRow,
    sql`
    select ${organizationColumns}, m.admin
    from memberships m join organizations o on o.id = m.organization_id
      left join sso_connections c on c.organization_id = o.id
    where m.user_id = ${userId} order by m.created_at, o.id`,
  )

export const findMembership = (postgres: Database, userId: string, organizationId: string) =>
  postgres.maybeRow(
    OrganizationRow,
    sql`
    select ${organizationColumns}, m.admin
    from memberships m join organizations o on o.id = m.organization_id
      left join sso_connections c on c.organization_id = o.id
    where m.user_id = ${userId} and o.id = ${organizationId}`,
  )

/** For staff who masquerade: the organization as its admin sees it. */
export const findAnyOrganization = (postgres: Database, organizationId: string) =>
  postgres.maybeRow(
    OrganizationRow,
    sql`
    select ${organizationColumns}, true as admin
    from organizations o left join sso_connections c on c.organization_id = o.id
    where o.id = ${organizationId}`,
  )

export const EnvironmentRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  type: z.enum(environmentTypes),
  url: z.string().nullable(),
  status: z.enum(['waiting', 'views_processing', 'integrated']),
  key: z.string(),
  created_at: z.date(),
})
export type EnvironmentRow = z.infer<typeof EnvironmentRow>

/** What the log of calls keeps. */
const logSettings = { log_bodies: z.boolean(), log_every_call_until: z.date().nullable() }

const OpenEnvironmentRow = z.object({ ...EnvironmentRow.shape, ...logSettings })
export type OpenEnvironmentRow = z.infer<typeof OpenEnvironmentRow>

/** The environments of an organization that a person may open: all of them for admins. */
export const listOpenEnvironments = (
  postgres: Database,
  organizationIds: string[],
  caller: { userId: string; opensAll: boolean },
) =>
  postgres.rows(
    OpenEnvironmentRow,
    sql`
    select e.id, e.organization_id, e.name, e.type, e.url, e.status, e.key, e.created_at,
      e.log_bodies, e.log_every_call_until
    from environments e
    where e.organization_id = any(${organizationIds}) and (${caller.opensAll}
      or exists (select 1 from memberships m where m.organization_id = e.organization_id
        and m.user_id = ${caller.userId} and m.admin)
      or exists (select 1 from environment_access a where a.environment_id = e.id
        and a.user_id = ${caller.userId}))
    order by e.created_at, e.id`,
  )

export const TokenRow = z.object({
  id: z.uuid(),
  name: z.string(),
  secret_hash: z.instanceof(Uint8Array),
  permissions: z.array(z.enum(scopes)),
  environment_id: z.uuid(),
  environment_name: z.string(),
  environment_type: z.enum(environmentTypes),
  organization_id: z.uuid(),
  organization_name: z.string(),
  organization_cancelled_at: z.date().nullable(),
  organization_plan: z.string(),
  organization_plan_flags: z.record(z.string(), z.unknown()).nullable(),
  organization_feature_overrides: z.record(z.string(), z.unknown()),
  last_used_at: z.date().nullable(),
  ...logSettings,
})
export type TokenRow = z.infer<typeof TokenRow>

/** A set expires_at means revoked, even if it is in the future; the expiry date is valid_until. ACCT-053 */
const tokens = sql`
  select t.id, t.name, t.secret_hash, t.permissions, t.last_used_at,
    e.id as environment_id, e.name as environment_name, e.type as environment_type,
    e.log_bodies, e.log_every_call_until,
    o.id as organization_id, o.name as organization_name,
    o.cancelled_at as organization_cancelled_at, o.plan as organization_plan,
    o.plan_flags as organization_plan_flags,
    o.feature_overrides as organization_feature_overrides
  from access_tokens t join environments e on e.id = t.environment_id
    join organizations o on o.id = e.organization_id`

export const findAccessToken = (postgres: Database, id: string, now: Date) =>
  postgres.maybeRow(
    TokenRow,
    sql`${tokens} where t.id = ${id} and t.expires_at is null
      and (t.valid_until is null or t.valid_until > ${now})`,
  )

/** Whether it was revoked, has expired or is still valid: only for the log of refused calls. */
export const findClosedToken = (postgres: Database, id: string) =>
  postgres.maybeRow(TokenRow, sql`${tokens} where t.id = ${id}`)

export const touchAccessToken = (
  postgres: Database,
  id: string,
  { at, before }: { at: Date; before: Date },
) =>
  postgres.run(
    sql`update access_tokens set last_used_at = ${at}
      where id = ${id} and (last_used_at is null or last_used_at < ${before})`,
  )
