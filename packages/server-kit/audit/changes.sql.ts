import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Actor, Change } from './changes.ts'

export const insertChange = (
  postgres: Database,
  organizationId: string | null,
  actor: Actor,
  change: Change,
) =>
  postgres.run(sql`
    insert into changes (organization_id, environment_id, actor_kind, actor_user_id, actor_email,
      masquerading, action, subject_type, subject_id, subject_name, detail, request_id)
    values (${organizationId}, ${change.environmentId ?? null}, ${actor.kind}, ${actor.userId ?? null},
      ${actor.email ?? null}, ${organizationId !== null && organizationId === actor.masqueradesIn}, ${change.action},
      ${change.action.split('.')[0]!}, ${change.subjectId}, ${change.subjectName ?? null},
      ${sql.json(change.detail ?? {})}, ${actor.requestId ?? null})`)

const OrganizationIdRow = z.object({ organization_id: z.uuid() })

export const listOrganizationIds = async (postgres: Database, userId: string) =>
  (
    await postgres.rows(
      OrganizationIdRow,
      sql`select organization_id from memberships where user_id = ${userId} order by created_at`,
    )
  ).map((row) => row.organization_id)
