import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { oldestSession } from '@playhead/server-kit/identity/session-lifetime.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

export type SessionMethod = 'password' | 'github' | 'sso' | 'passkey' | 'visitor'

interface NewSession {
  userId: string
  tokenHash: Buffer
  method: SessionMethod
  ssoOrganizationId: string | null
  userAgent: string
  network: string
  provedAt: Date
  /** When the person signed in; a session ends a fixed time later, even if it is used. */
  begunAt: Date
  secondFactorAt: Date | null
  now: Date
  expiresAt: Date
}

export const insertSession = (postgres: Database, session: NewSession) =>
  postgres.run(sql`
    insert into sessions (user_id, token_hash, method, sso_organization_id, user_agent, network,
      proved_at, second_factor_at, renewed_at, created_at, last_seen_at, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.method}, ${session.ssoOrganizationId},
      ${session.userAgent}, ${session.network}, ${session.provedAt}, ${session.secondFactorAt},
      ${session.now}, ${session.begunAt}, ${session.now}, ${session.expiresAt})`)

/** Of several concurrent renewals one wins: only the first still finds the token that it came with. */
export const updateSessionToken = (
  postgres: Database,
  id: string,
  renewal: { from: Buffer; to: Buffer; now: Date; expiresAt: Date; provedAt: Date | null },
) =>
  postgres.run(sql`
    update sessions set token_hash = ${renewal.to}, previous_token_hash = ${renewal.from},
      renewed_at = ${renewal.now}, last_seen_at = ${renewal.now}, expires_at = ${renewal.expiresAt},
      proved_at = coalesce(${renewal.provedAt}, proved_at)
    where id = ${id} and token_hash = ${renewal.from}`)

/** Any other holder of the old token is signed out at once. The password just given counts as a proof. */
export const replaceSessionToken = (
  postgres: Database,
  id: string,
  { to, now, provedAt }: { to: Buffer; now: Date; provedAt: Date },
) =>
  postgres.run(sql`
    update sessions set token_hash = ${to}, previous_token_hash = null, renewed_at = ${now},
      proved_at = ${provedAt}
    where id = ${id}`)

export const deleteSession = (postgres: Database, id: string) =>
  postgres.run(sql`delete from sessions where id = ${id}`)

const SignedInRow = z.object({
  id: z.uuid(),
  user_agent: z.string(),
  network: z.string(),
  created_at: z.date(),
  last_seen_at: z.date(),
  expires_at: z.date(),
})

/** Sessions that are still valid: the current one, then by last use. Of a shared account the current one alone. */
export const listSessionsOf = (
  postgres: Database,
  { userId, presentId, isShared }: { userId: string; presentId: string; isShared: boolean },
  now: Date,
) =>
  postgres.rows(
    SignedInRow,
    sql`
    select id, user_agent, network, created_at, last_seen_at, expires_at from sessions
    where user_id = ${userId} and expires_at > ${now} and created_at > ${oldestSession(now)}
      ${isShared ? sql`and id = ${presentId}` : sql``}
    order by id = ${presentId} desc, last_seen_at desc, id`,
  )

const OnboardingRow = z.object({ onboarding: z.boolean() })

/** True while no environment has received data and no one has dismissed the introduction. */
export const findOnboarding = async (postgres: Database, organizationId: string) =>
  (
    await postgres.row(
      OnboardingRow,
      sql`
      select o.onboarding -> 'dismissed' is distinct from 'true'::jsonb
        and not exists (select 1 from environments e
          where e.organization_id = o.id and e.status <> 'waiting') as onboarding
      from organizations o where o.id = ${organizationId}`,
    )
  ).onboarding

export const updateMasquerade = (
  postgres: Database,
  sessionId: string,
  organizationId: string | null,
) =>
  postgres.run(
    sql`update sessions set masquerade_organization_id = ${organizationId} where id = ${sessionId}`,
  )

/** Sessions that came through the old provider prove nothing about the new one. */
export const forgetSsoSessions = (organization: Organization) =>
  organization.postgres.run(sql`
    update sessions set sso_organization_id = null where sso_organization_id = ${organization.id}`)
