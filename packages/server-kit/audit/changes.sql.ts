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
      masquerading, action, subject_type, subject_id, subject_name, detail, request_id, ip_prefix,
      user_agent)
    values (${organizationId}, ${change.environmentId ?? null}, ${actor.kind}, ${actor.userId ?? null},
      ${actor.email ?? null}, ${organizationId !== null && organizationId === actor.masqueradesIn}, ${change.action},
      ${change.action.split('.')[0]!}, ${change.subjectId}, ${change.subjectName ?? null},
      ${sql.json(change.detail ?? {})}, ${actor.requestId ?? null},
      ${actor.network || null}, ${actor.userAgent || null})`)

const OrganizationIdRow = z.object({ organization_id: z.uuid() })

export const listOrganizationIds = async (postgres: Database, userId: string) =>
  (
    await postgres.rows(
      OrganizationIdRow,
      sql`select organization_id from memberships where user_id = ${userId} order by created_at`,
    )
  ).map((row) => row.organization_id)

const OldestRow = z.object({ organization_id: z.uuid().nullable() })

/** Whose trail has changes from before; null stands for changes of no organization. */
export const listTrailsBefore = async (postgres: Database, before: Date) =>
  (
    await postgres.rows(
      OldestRow,
      sql`select distinct organization_id from changes where created_at < ${before}`,
    )
  ).map((row) => row.organization_id)

/** Deletes the oldest changes of a trail; returns how many. */
export const deleteChangesBefore = (
  postgres: Database,
  organizationId: string | null,
  { before, limit }: { before: Date; limit: number },
) =>
  postgres.run(sql`
    delete from changes where id in (
      select id from changes
      where organization_id is not distinct from ${organizationId}::uuid and created_at < ${before}
      order by created_at limit ${limit})`)

const InsertedRow = z.object({ id: z.uuid() })

/** Notes in a trail that its oldest changes were deleted. */
export const insertCut = async (
  postgres: Database,
  organizationId: string | null,
  { before, count, now }: { before: Date; count: number; now: Date },
) =>
  (
    await postgres.row(
      InsertedRow,
      sql`
      insert into changes (organization_id, actor_kind, action, subject_type, subject_id, detail, created_at)
      values (${organizationId}, 'system', 'audit.cut', 'audit', ${organizationId ?? 'server'},
        ${sql.json({ before: before.toISOString(), count })}, ${now})
      returning id`,
    )
  ).id

export const updateCut = (postgres: Database, id: string, count: number) =>
  postgres.run(sql`
    update changes set detail = jsonb_set(detail, '{count}', to_jsonb(${count}::int)) where id = ${id}`)
