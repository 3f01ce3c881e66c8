import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export type SessionMethod = 'password' | 'github' | 'sso'

interface NewSession {
  userId: string
  tokenHash: Buffer
  method: SessionMethod
  ssoOrganizationId: string | null
  userAgent: string
  now: Date
  expiresAt: Date
}

export const insertSession = (postgres: Database, session: NewSession) =>
  postgres.run(sql`
    insert into sessions (user_id, token_hash, method, sso_organization_id, user_agent, renewed_at,
      created_at, last_seen_at, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.method}, ${session.ssoOrganizationId},
      ${session.userAgent}, ${session.now}, ${session.now}, ${session.now}, ${session.expiresAt})`)

/** Of several renewals at once one wins: only it still finds the token it came with. */
export const updateSessionToken = (
  postgres: Database,
  id: string,
  renewal: { from: Buffer; to: Buffer; now: Date; expiresAt: Date },
) =>
  postgres.run(sql`
    update sessions set token_hash = ${renewal.to}, previous_token_hash = ${renewal.from},
      renewed_at = ${renewal.now}, last_seen_at = ${renewal.now}, expires_at = ${renewal.expiresAt}
    where id = ${id} and token_hash = ${renewal.from}`)

/** Whoever else holds the old token is out at once. */
export const replaceSessionToken = (postgres: Database, id: string, to: Buffer, now: Date) =>
  postgres.run(sql`
    update sessions set token_hash = ${to}, previous_token_hash = null, renewed_at = ${now}
    where id = ${id}`)

export const deleteSession = (postgres: Database, id: string) =>
  postgres.run(sql`delete from sessions where id = ${id}`)

export const deleteSessionsOfUser = (postgres: Database, userId: string) =>
  postgres.run(sql`delete from sessions where user_id = ${userId}`)

export const deleteOtherSessions = (postgres: Database, userId: string, keptId: string) =>
  postgres.run(sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`)

export const deleteExpiredSessions = (postgres: Database, now: Date) =>
  postgres.run(sql`delete from sessions where expires_at <= ${now}`)

const OnboardingRow = z.object({ onboarding: z.boolean() })

/** Nothing was ever measured here and nobody said they are done with the introduction. */
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
