import { z } from 'zod'
import type { FeatureValue } from '@playhead/domain/features.ts'
import type { PlanName } from '@playhead/domain/plans.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const IdRow = z.object({ id: z.uuid() })

export const insertOrganization = async (
  postgres: Database,
  { name, plan }: { name: string; plan: PlanName },
) =>
  (
    await postgres.row(
      IdRow,
      sql`insert into organizations (name, plan) values (${name}, ${plan}) returning id`,
    )
  ).id

export const insertFirstAdmin = (organization: Organization, userId: string) =>
  organization.postgres.run(sql`
    insert into memberships (organization_id, user_id, admin)
    values (${organization.id}, ${userId}, true)`)

export const updateOrganizationName = (organization: Organization, name: string) =>
  organization.postgres.run(
    sql`update organizations set name = ${name} where id = ${organization.id}`,
  )

export const updateFeatureOverride = (
  organization: Organization,
  name: string,
  value: FeatureValue,
) =>
  organization.postgres.run(sql`
    update organizations set feature_overrides = feature_overrides || ${sql.json({ [name]: value })}
    where id = ${organization.id}`)

export const cancelOrganization = (
  organization: Organization,
  now: Date,
  notification: { type: string },
) =>
  organization.postgres.run(sql`
    update organizations set cancelled_at = ${now}, account_notifications =
      case when account_notifications @> ${sql.json([notification])} then account_notifications
        else ${sql.json([notification])} || account_notifications end
    where id = ${organization.id} and cancelled_at is null`)

export const updateOnboarding = (organization: Organization, onboarding: object) =>
  organization.postgres.run(sql`
    update organizations set onboarding = onboarding || ${sql.json(onboarding)}
    where id = ${organization.id}`)

const ChangeRow = z.object({
  id: z.uuid(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  environment_id: z.uuid().nullable(),
  actor_kind: z.enum(['user', 'token', 'operator', 'system']),
  actor_email: z.string().nullable(),
  masquerading: z.boolean(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.date(),
})

export const listChanges = (
  organization: Organization,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    ChangeRow,
    sql`
    select id, action, subject_type, subject_id, subject_name, environment_id, actor_kind,
      actor_email, masquerading, detail, created_at
    from changes where organization_id = ${organization.id}
    order by created_at desc, id limit ${limit} offset ${(page - 1) * limit}`,
  )

const CountRow = z.object({ count: z.number() })

export const countChanges = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql`select count(*)::int as count from changes where organization_id = ${organization.id}`,
    )
  ).count
