import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const ChangeRow = z.object({
  action: z.string(),
  organization_id: z.uuid().nullable(),
  actor_email: z.string().nullable(),
  masquerading: z.boolean(),
})

/** Queries of the tests that read or write tables directly. */
export const listChanges = (postgres: Database, subjectId: string) =>
  postgres.rows(
    ChangeRow,
    sql`
    select action, organization_id, actor_email, masquerading from changes
    where subject_id = ${subjectId} order by created_at`,
  )

export const setCancelled = (postgres: Database, organizationId: string) =>
  postgres.run(sql`update organizations set cancelled_at = now() where id = ${organizationId}`)

export const setMasquerade = (postgres: Database, userId: string, organizationId: string) =>
  postgres.run(sql`
    update sessions set masquerade_organization_id = ${organizationId} where user_id = ${userId}`)

export const makeSsoSession = (postgres: Database, sessionId: string, organizationId: string) =>
  postgres.run(sql`
    update sessions set method = 'sso', sso_organization_id = ${organizationId}
    where id = ${sessionId}`)
