import { z } from 'zod'
import type { FlagValue } from '@playhead/domain/flags.ts'
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

export const updateOrganizationName = (organization: Organization, name: string) =>
  organization.postgres.run(
    sql`update organizations set name = ${name} where id = ${organization.id}`,
  )

export const updateFlagOverride = (organization: Organization, name: string, value: FlagValue) =>
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

/** Replaces the notices of one source; writes nothing when they are the same. */
export const setUsageNotices = (
  organization: Organization,
  source: string,
  notices: readonly object[],
) => {
  const own = sql.json(notices.map((notice) => ({ ...notice, source })))
  const others = sql`coalesce((select jsonb_agg(notice)
    from jsonb_array_elements(usage_notices) notice where notice->>'source' <> ${source}), '[]')`
  return organization.postgres.run(sql`
    update organizations set usage_notices = ${others} || ${own}
    where id = ${organization.id} and usage_notices <> ${others} || ${own}`)
}

interface OperatedFields {
  feature_overrides: Record<string, FlagValue>
  account_notifications: readonly object[]
  marketplace_type: string | null
  cancelled_at: Date | null
}

export const updateOperated = (organization: Organization, fields: OperatedFields) =>
  organization.postgres.run(sql`
    update organizations set feature_overrides = ${sql.json(fields.feature_overrides)},
      account_notifications = ${sql.json(fields.account_notifications)},
      marketplace_type = ${fields.marketplace_type}, cancelled_at = ${fields.cancelled_at}
    where id = ${organization.id}`)
